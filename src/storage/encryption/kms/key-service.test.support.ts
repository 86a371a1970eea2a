import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageFields, MessageWriter } from '../../../apimachinery/grpc/index.js';

/** A local KMS plugin. It "encrypts" by flipping bits. */
export class TestKeyService {
  keyId = 'key-1';
  healthz = 'ok';
  version = 'v2';
  /** What a plugin of KMS v1 says its version is. */
  firstVersion = 'v1beta1';
  annotations = new Map([['version.example.org', Buffer.from('1')]]);
  /** Set: calls fail with this message. */
  failure: string | undefined;
  readonly calls: string[] = [];
  /** That of the last call. */
  authority: string | undefined;
  readonly #directory: string;
  readonly #server: Http2Server;

  static async start(): Promise<TestKeyService> {
    const service = new TestKeyService();
    await new Promise<void>((resolve) => service.#server.listen(service.#socket, resolve));
    return service;
  }

  private constructor() {
    this.#directory = mkdtempSync(join(tmpdir(), 'trestle-kms-'));
    this.#server = createServer();
    this.#server.on('stream', (stream, headers) => {
      this.authority = headers[':authority'];
      void this.#serve(stream, String(headers[':path']));
    });
  }

  get endpoint(): string {
    return `unix://${this.#socket}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    rmSync(this.#directory, { recursive: true });
  }

  get #socket(): string {
    return join(this.#directory, 'kms.sock');
  }

  async #serve(stream: ServerHttp2Stream, path: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const method = path.slice(path.lastIndexOf('/') + 1);
    this.calls.push(method);
    const message = Buffer.concat(chunks).subarray(5);
    const answer = () => (path.startsWith('/v1beta1.') ? this.#first(method, message) : this.#result(method, message));
    const result = this.failure === undefined ? answer() : undefined;
    const failed = { 'grpc-status': '13', 'grpc-message': encodeURIComponent(this.failure ?? '') };
    stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers(result ? { 'grpc-status': '0' } : failed));
    if (!result) return void stream.end();
    const header = Buffer.alloc(5);
    header.writeUInt32BE(result.length, 1);
    stream.end(Buffer.concat([header, result]));
  }

  /** KMS v1. */
  #first(method: string, message: Buffer): Buffer {
    if (method === 'Version') return new MessageWriter().text(1, this.firstVersion).finish();
    return new MessageWriter().bytes(1, turned(new MessageFields(message).bytes(2), this.keyId)).finish();
  }

  #result(method: string, message: Buffer): Buffer {
    const request = new MessageFields(message);
    switch (method) {
      case 'Status':
        return new MessageWriter().text(1, this.version).text(2, this.healthz).text(3, this.keyId).finish();
      case 'Encrypt':
        return new MessageWriter()
          .bytes(1, turned(request.bytes(1), this.keyId))
          .text(2, this.keyId)
          .map(3, this.annotations)
          .finish();
      default:
        return new MessageWriter().bytes(1, turned(request.bytes(1), request.text(3))).finish();
    }
  }
}

function turned(data: Buffer, keyId: string): Buffer {
  const mask = createHash('sha256').update(keyId).digest();
  return Buffer.from(data.map((byte, index) => byte ^ mask[index % mask.length]!));
}
