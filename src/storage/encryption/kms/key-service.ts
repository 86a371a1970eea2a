// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2/grpc_service.go (v1.36)
// Follows staging/src/k8s.io/kms/apis/v2/api.proto (v1.36)

import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { MessageFields, MessageWriter } from './protobuf.js';

export interface KeyServiceStatus {
  readonly version: string;
  readonly healthz: string;
  readonly keyId: string;
}

/** A key that the KMS has encrypted, and what it needs to decrypt it. */
export interface EncryptedKey {
  readonly ciphertext: Buffer;
  readonly keyId: string;
  readonly annotations: ReadonlyMap<string, Buffer>;
}

export interface KeyServiceOptions {
  /** `unix:///path`, or `unix:///@name` for an abstract socket. */
  readonly endpoint: string;
  readonly timeoutMilliseconds: number;
}

/** The gRPC client of a local KMS plugin (KMS v2). */
export class KeyService {
  readonly #socketPath: string;
  readonly #timeoutMilliseconds: number;
  #session: ClientHttp2Session | undefined;

  constructor({ endpoint, timeoutMilliseconds }: KeyServiceOptions) {
    this.#socketPath = socketPathOf(endpoint);
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  async status(): Promise<KeyServiceStatus> {
    const response = await this.#call('Status', new MessageWriter());
    return { version: response.text(1), healthz: response.text(2), keyId: response.text(3) };
  }

  async encrypt(plaintext: Buffer, uid: string): Promise<EncryptedKey> {
    const response = await this.#call('Encrypt', new MessageWriter().bytes(1, plaintext).text(2, uid));
    return { ciphertext: response.bytes(1), keyId: response.text(2), annotations: response.map(3) };
  }

  async decrypt({ ciphertext, keyId, annotations }: EncryptedKey, uid: string): Promise<Buffer> {
    const request = new MessageWriter().bytes(1, ciphertext).text(2, uid).text(3, keyId).map(4, annotations);
    return (await this.#call('Decrypt', request)).bytes(1);
  }

  close(): void {
    this.#session?.destroy();
  }

  #call(method: string, message: MessageWriter): Promise<MessageFields> {
    const stream = this.#connected().request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/v2.KeyManagementService/${method}`,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      te: 'trailers',
    });
    stream.setTimeout(this.#timeoutMilliseconds, () => stream.destroy(new Error('context deadline exceeded')));
    stream.end(framed(message.finish()));
    return responseOf(stream);
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
