import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { makeSelfSigned } from '../../server/http/index.js';

export interface ReceivedReview {
  readonly path: string;
  readonly host: string;
  readonly apiVersion: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: JsonObject[] };
}

/** What a webhook answers: a document, a body with its status, or nothing at all. */
export type WebhookAnswer = JsonObject | WholeAnswer | 'nothing';

interface WholeAnswer {
  readonly status: number;
  readonly body: string;
}

/** A webhook on this machine that answers as it is told. */
export class WebhookServer {
  answer: (review: ReceivedReview) => WebhookAnswer = answerWith((object) => object);
  readonly reviews: ReceivedReview[] = [];
  connections = 0;
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];
  readonly caBundle: string;

  static async start(): Promise<WebhookServer> {
    const { certificate, key } = makeSelfSigned({ names: ['localhost', '127.0.0.1', 'hook.tools.svc'] });
    const server = new WebhookServer({ cert: certificate, key });
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  private constructor(pair: { cert: string; key: string }) {
    this.caBundle = Buffer.from(pair.cert).toString('base64');
    this.#server = createServer(pair, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const document = JSON.parse(Buffer.concat(chunks).toString());
      const review = { ...document, path: request.url ?? '', host: request.headers.host ?? '' };
      this.reviews.push(review);
      let answer = this.answer(review);
      while (answer === 'nothing') {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        answer = this.answer(review);
      }
      const { status, body } = isWhole(answer) ? answer : { status: 200, body: JSON.stringify(answer) };
      const headers =
        status === 101 ? { connection: 'upgrade', upgrade: 'foo' } : { 'content-type': 'application/json' };
      response.writeHead(status, headers).end(body);
    });
    this.#server.on('secureConnection', () => {
      this.connections++;
    });
  }

  /** Answers those that were answered nothing, as it would now. */
  answerWaiting(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}/convert`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Answers a review with what becomes of each object, in the version that is wanted. */
export function answerWith(convert: (object: JsonObject) => JsonObject): (review: ReceivedReview) => JsonObject {
  return ({ apiVersion, request }) => ({
    apiVersion,
    kind: 'ConversionReview',
    response: {
      uid: request.uid,
      convertedObjects: request.objects.map((object) => ({
        ...convert(object),
        apiVersion: request.desiredAPIVersion,
      })),
      result: { status: 'Success' },
    },
  });
}

function isWhole(answer: JsonObject | WholeAnswer): answer is WholeAnswer {
  return 'body' in answer;
}
