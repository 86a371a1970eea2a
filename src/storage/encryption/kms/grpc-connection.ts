import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { MessageFields, type MessageWriter } from './protobuf.js';

export interface GrpcConnectionOptions {
  /** `unix:///path`, or `unix:///@name` for an abstract socket. */
  readonly endpoint: string;
  readonly timeoutMilliseconds: number;
}

/** A connection to a local gRPC service. */
export class GrpcConnection {
  readonly #socketPath: string;
  readonly #timeoutMilliseconds: number;
  #session: ClientHttp2Session | undefined;

  constructor({ endpoint, timeoutMilliseconds }: GrpcConnectionOptions) {
    this.#socketPath = socketPathOf(endpoint);
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /** Calls a method, such as `/v2.KeyManagementService/Status`. Rejects with the service's error. */
  call(path: string, message: MessageWriter): Promise<MessageFields> {
    const stream = this.#connected().request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_AUTHORITY]: 'localhost',
      [constants.HTTP2_HEADER_PATH]: path,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      te: 'trailers',
    });
    stream.setTimeout(this.#timeoutMilliseconds, () => stream.destroy(new Error('context deadline exceeded')));
    stream.end(framed(message.finish()));
    return responseOf(stream);
  }

  close(): void {
    this.#session?.destroy();
  }

  #connected(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect('http://localhost', { createConnection: () => connectSocket(this.#socketPath) });
    // Pending calls fail with it; the next one reconnects.
    session.on('error', () => {});
    session.unref();
    this.#session = session;
    return session;
  }
}

function socketPathOf(endpoint: string): string {
  const path = endpoint.replace(/^unix:(?:\/\/)?/, '');
  return path.startsWith('/@') ? `\0${path.slice(2)}` : path;
}

/** The gRPC frame: not compressed, and the length. */
function framed(message: Buffer): Buffer {
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
  const code = Number(status['grpc-status'] ?? 2);
  if (code !== 0) {
    const message = decodeURIComponent(String(status['grpc-message'] ?? ''));
    throw new Error(`rpc error: code = ${code} desc = ${message}`);
  }
  const body = Buffer.concat(chunks);
  return new MessageFields(body.subarray(5, 5 + (body.length >= 5 ? body.readUInt32BE(1) : 0)));
}
