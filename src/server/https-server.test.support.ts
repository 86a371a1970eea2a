import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { kubeconfigFor, writeKubeconfig } from '../client/kubeconfig/index.js';
import { makeSelfSigned } from './http/index.js';

/** A request, with its body decoded if it has one. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject;
}

/** A document with status 200; or a status with a document, a text, or a redirect. */
export type TestResponse =
  | JsonObject
  | {
      readonly code: number;
      readonly document?: JsonObject;
      readonly text?: string;
      readonly headers?: Record<string, string>;
    };

/** A local HTTPS server with programmable responses: a webhook, or a token issuer. */
export class HttpsServer {
  respond: (request: ReceivedRequest) => TestResponse | Promise<TestResponse> = () => ({
    code: 404,
    text: 'not found',
  });
  readonly received: ReceivedRequest[] = [];
  /** PEM of the CA to trust. */
  readonly authorities: string;
  readonly #server: Server;
  /** Stays the same when the server is closed, which may still be responding. */
  #url = '';

  static async start(): Promise<HttpsServer> {
    const { certificate, key } = makeSelfSigned({ names: ['localhost', '127.0.0.1'] });
    const server = new HttpsServer({ cert: certificate, key });
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.#url = `https://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    return server;
  }

  private constructor(pair: { readonly cert: string; readonly key: string }) {
    this.authorities = pair.cert;
    this.#server = createServer(pair, (request, response) => void this.#serve(request, response));
  }

  get url(): string {
    return this.#url;
  }

  /** Writes a kubeconfig for a path of the server. */
  async writeKubeconfig(file: string, path = '/review'): Promise<string> {
    const { url, authorities } = this;
    const user = { token: 'webhook-token' };
    await writeKubeconfig(file, kubeconfigFor({ name: 'webhook', server: url + path, authorities, user }));
    return file;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: text === '' ? {} : JSON.parse(text) };
    this.received.push(received);
    const result = await this.respond(received);
    const {
      code,
      document,
      text: plain,
      headers: more,
    } = isWhole(result) ? result : { code: 200, document: result, text: undefined, headers: {} };
    const type = document ? 'application/json' : 'text/plain';
    response.writeHead(code, { 'content-type': type, ...more }).end(document ? JSON.stringify(document) : plain);
  }
}

function isWhole(result: TestResponse): result is Exclude<TestResponse, JsonObject> {
  return typeof result['code'] === 'number';
}
