import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Dial } from '../dial/index.js';
import type { MaybePromise } from '../scheme/index.js';
import { type GrpcEndpoint, grpcEndpoint } from './grpc-endpoint.js';
import { grpcErrorOf } from './grpc-error.js';
import { MessageFields, type MessageWriter } from './protobuf.js';

export interface GrpcConnectionOptions {
  /**
   * As in gRPC's naming: `unix:///path`, `unix:///@name` or `unix-abstract:name` for an abstract socket, `host:port`.
   */
  readonly endpoint: string;
  readonly timeoutMilliseconds: number;
  /** Opens the connection to a host and port. Unset: directly. */
  readonly dial?: Dial | undefined;
}

/** A connection to a gRPC service, without TLS. It connects with the first call, and again after it was lost. */
export class GrpcConnection {
  readonly #endpoint: GrpcEndpoint;
  readonly #timeoutMilliseconds: number;
  #session: ClientHttp2Session | undefined;
  #connecting: Promise<ClientHttp2Session> | undefined;
  #openCalls = 0;

  /** Throws if the endpoint cannot be reached from this process. */
  constructor({ endpoint, timeoutMilliseconds, dial }: GrpcConnectionOptions) {
    const parsed = grpcEndpoint(endpoint);
    const { address } = parsed;
    this.#endpoint = dial && address ? { ...parsed, dial: () => dial(address) } : parsed;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /** Calls a method, such as `/v2.KeyManagementService/Status`. Rejects with the service's error. */
  async call(path: string, message: MessageWriter): Promise<MessageFields> {
    const stream = await this.request(path);
    stream.setTimeout(this.#timeoutMilliseconds, () => stream.destroy(new Error('context deadline exceeded')));
    stream.end(framed(message.finish()));
    return responseOf(stream);
  }

  /** Begins a call whose messages the caller writes and reads, each framed. */
  async request(path: string): Promise<ClientHttp2Stream> {
    const session = await this.#connected();
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_AUTHORITY]: this.#endpoint.authority,
      [constants.HTTP2_HEADER_PATH]: path,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      te: 'trailers',
    });
    // Only calls in flight keep the process running.
    if (this.#openCalls++ === 0) session.ref();
    stream.once('close', () => {
      if (--this.#openCalls === 0) session.unref();
    });
    return stream;
  }

  close(): void {
    this.#session?.destroy();
  }

  #connected(): MaybePromise<ClientHttp2Session> {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    this.#connecting ??= Promise.resolve(this.#endpoint.dial())
      .then((socket) => this.#connect(socket))
      .finally(() => {
        this.#connecting = undefined;
      });
    return this.#connecting;
  }

  #connect(socket: Duplex): ClientHttp2Session {
    const session = connect('http://localhost', { createConnection: () => socket });
    // Pending calls fail with it; the next one reconnects.
    session.on('error', () => {});
    session.unref();
    this.#session = session;
    return session;
  }
}

/** Returns a function that takes chunks of a stream, and calls back with each message of a frame. */
export function splitFrames(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const end = pending.length >= 5 ? 5 + pending.readUInt32BE(1) : Number.POSITIVE_INFINITY;
      if (pending.length < end) return;
      onMessage(pending.subarray(5, end));
      pending = pending.subarray(end);
    }
  };
}

/** The gRPC frame: not compressed, and the length. */
export function framed(message: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(message.length, 1);
  return Buffer.concat([header, message]);
}

async function responseOf(stream: ClientHttp2Stream): Promise<MessageFields> {
  let status: Readonly<Record<string, unknown>> = {};
  stream.on('response', (headers) => {
    status = headers;
  });
  stream.on('trailers', (trailers) => {
    status = { ...status, ...trailers };
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const error = grpcErrorOf(status);
  if (error) throw error;
  const body = Buffer.concat(chunks);
  return new MessageFields(body.subarray(5, 5 + (body.length >= 5 ? body.readUInt32BE(1) : 0)));
}
