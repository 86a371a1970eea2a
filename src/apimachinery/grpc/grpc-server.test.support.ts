import { createServer, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { framed } from './grpc-connection.js';
import { MessageFields, type MessageWriter } from './protobuf.js';

/** The answer to a call: a message, or an error by its number and text. */
export type GrpcAnswer = MessageWriter | { readonly code: number; readonly message: string };

type HandleCall = (path: string, message: MessageFields, headers: IncomingHttpHeaders) => GrpcAnswer;

/** A gRPC server with unary calls only. */
export class GrpcTestServer {
  readonly #server: Http2Server;

  /** Listens on a port of its own, or on a unix socket. */
  static async start(handle: HandleCall, socketPath?: string): Promise<GrpcTestServer> {
    const server = new GrpcTestServer(handle);
    await new Promise<void>((resolve) => {
      if (socketPath === undefined) server.#server.listen(0, '127.0.0.1', resolve);
      else server.#server.listen(socketPath, resolve);
    });
    return server;
  }

  private constructor(handle: HandleCall) {
    this.#server = createServer();
    this.#server.on('stream', (stream, headers) => void answer(stream, headers, handle));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

async function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, handle: HandleCall): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const message = new MessageFields(Buffer.concat(chunks).subarray(5));
  const result = handle(String(headers[':path']), message, headers);
  const failed = 'code' in result ? result : undefined;
  stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () =>
    stream.sendTrailers({
      'grpc-status': String(failed?.code ?? 0),
      ...(failed && { 'grpc-message': encodeURIComponent(failed.message) }),
    }),
  );
  stream.end('code' in result ? undefined : framed(result.finish()));
}
