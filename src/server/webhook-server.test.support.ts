import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { makeSelfSigned } from './http/index.js';

/** A received review, of a webhook type with such requests. */
export interface ReceivedReview<Request = JsonObject> {
  readonly path: string;
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  /** Common name of the client certificate, if there was one. */
  readonly client: string | undefined;
  readonly apiVersion: string;
  readonly request: Request;
}

/** A webhook's response: a document, a body with its status, or no response. */
export type WebhookResponse = JsonObject | WholeResponse | 'nothing';

interface WholeResponse {
  readonly status: number;
  readonly body: string | Buffer;
}

/** A local webhook with programmable responses. */
export class WebhookServer<Request = JsonObject> {
  respond: (review: ReceivedReview<Request>) => WebhookResponse;
  readonly reviews: ReceivedReview<Request>[] = [];
  connections = 0;
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];
  readonly caBundle: string;

  static async start<Request = JsonObject>(
    respond: WebhookServer<Request>['respond'],
  ): Promise<WebhookServer<Request>> {
    const { certificate, key } = makeSelfSigned({ names: ['localhost', '127.0.0.1', 'hook.tools.svc'] });
    const server = new WebhookServer({ cert: certificate, key }, respond);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  private constructor(pair: { cert: string; key: string }, respond: WebhookServer<Request>['respond']) {
    this.respond = respond;
    this.caBundle = Buffer.from(pair.cert).toString('base64');
    const options = { ...pair, requestCert: true, rejectUnauthorized: false };
    this.#server = createServer(options, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const document = JSON.parse(Buffer.concat(chunks).toString());
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      const { url: path = '', headers: requested } = request;
      const review = { ...document, path, host: requested.host ?? '', headers: requested, client: subject?.CN };
      this.reviews.push(review);
      let result = this.respond(review);
      while (result === 'nothing') {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        result = this.respond(review);
      }
      const { status, body } = isWhole(result) ? result : { status: 200, body: JSON.stringify(result) };
      const headers =
        status === 101 ? { connection: 'upgrade', upgrade: 'foo' } : { 'content-type': 'application/json' };
      response.writeHead(status, headers).end(body);
    });
    this.#server.on('secureConnection', () => {
      this.connections++;
    });
  }

  /** Responds to the requests that got no response, with the current response. */
  respondToWaiting(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/hook`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function isWhole(result: JsonObject | WholeResponse): result is WholeResponse {
  return 'body' in result;
}
