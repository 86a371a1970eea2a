import { Readable } from 'node:stream';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { badRequest } from '../apimachinery/status/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import type { Storage } from '../storage/index.js';
import { ApiServer } from './api-server.js';
import type { ApiServerOptions } from './api-server-options.js';
import { ApiRequest, type ApiResponse, type RequestTransport, type ResponseSink } from './http/index.js';
import { wardle, workshop } from './sample-group.test.support.js';

export { wardle } from './sample-group.test.support.js';

export interface TestResponse {
  readonly status: number;
  readonly headers: ApiResponse['headers'];
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: JsonObject & {
    metadata: JsonObject;
    items: JsonObject[];
    details: JsonObject;
    data: JsonObject;
    spec: JsonObject;
    message: string;
    reason: string;
  };
}

export interface CallOptions {
  readonly body?: JsonValue | string;
  readonly headers?: Record<string, string>;
  /** For watches: called with each chunk; the client disconnects when it returns false. */
  readonly onChunk?: (text: string) => boolean;
}

/** A server with the sample groups on in-memory storage, called in process. */
export class SampleServer {
  readonly server: ApiServer;

  private constructor(server: ApiServer) {
    this.server = server;
  }

  /** `before` may fill the storage first. */
  static async start(
    options: Omit<Partial<ApiServerOptions>, 'storage'> & { before?: (storage: Storage) => Promise<void> } = {},
  ): Promise<SampleServer> {
    const storage = await EmbeddedStorage.open();
    await options.before?.(storage);
    const server = new ApiServer({
      onError: (error) => {
        throw error;
      },
      ...options,
      storage,
    });
    server.install(wardle);
    server.install(workshop);
    server.prepare();
    return new SampleServer(server);
  }

  async call(
    method: string,
    target: string,
    { body, headers = {}, onChunk = () => true }: CallOptions = {},
  ): Promise<TestResponse> {
    const gone = new AbortController();
    const bytes =
      body === undefined ? Buffer.alloc(0) : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const request = new ApiRequest({ method, target, headers }, transport(bytes, gone.signal));
    const response = await this.server.handle(request);
    const received = await readBody(response, { gone, onChunk });
    const text = received.toString();
    const json = text.startsWith('{') && !text.includes('}\n{') ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, bytes: received, json };
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

async function readBody(
  { body }: ApiResponse,
  { gone, onChunk }: { gone: AbortController; onChunk: (text: string) => boolean },
): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  const chunks: Buffer[] = [];
  if (typeof body !== 'function') {
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const sink: ResponseSink = {
    write(chunk) {
      chunks.push(chunk);
      if (!onChunk(Buffer.concat(chunks).toString())) gone.abort();
      return true;
    },
    drained: async () => undefined,
    pendingBytes: 0,
    closed: gone.signal,
  };
  await body(sink);
  return Buffer.concat(chunks);
}

function transport(body: Buffer, gone: AbortSignal): RequestTransport {
  return {
    protocol: 'HTTP/2.0',
    remoteAddress: '127.0.0.1',
    rawHeaders: [],
    hasBody: body.length > 0,
    clientCertificate: () => undefined,
    readBody: async () => body,
    bodyStream: () => Readable.from([body]),
    cancelled: () => undefined,
    onClientGone: (callback) => gone.addEventListener('abort', callback),
    upgrade() {
      throw badRequest('no upgrade in process');
    },
  };
}
