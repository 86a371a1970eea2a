import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type GrpcAnswer, GrpcTestServer } from '../../../apimachinery/grpc/grpc-server.test.support.js';
import { type MessageFields, MessageWriter } from '../../../apimachinery/grpc/index.js';

export function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A signer on a unix socket, whose answers can be changed. */
export class TestSigner {
  readonly socket: string;
  keys: { id: string; pair: { privateKey: KeyObject; publicKey: KeyObject }; isExcluded?: boolean }[];
  header: Record<string, unknown> = { alg: 'RS256', kid: 'key-1', typ: 'JWT' };
  refreshSeconds = 60;
  failure: { code: number; message: string } | undefined;
  signature: string | undefined;

  static async start(): Promise<TestSigner> {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-signer-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const signer = new TestSigner(join(directory, 'signer.sock'));
    const server = await GrpcTestServer.start((path, message) => signer.#answer(path, message), signer.socket);
    onTestFinished(() => server.close());
    return signer;
  }

  private constructor(socket: string) {
    this.socket = socket;
    this.keys = [{ id: 'key-1', pair: generateKeyPairSync('rsa', { modulusLength: 2048 }) }];
  }

  #answer(path: string, message: MessageFields): GrpcAnswer {
    if (this.failure) return this.failure;
    switch (path) {
      case '/v1.ExternalJWTSigner/Sign':
        return this.#sign(message.text(1));
      case '/v1.ExternalJWTSigner/FetchKeys':
        return this.#keySet();
      default:
        return new MessageWriter().number(1, 3600);
    }
  }

  #sign(claims: string): MessageWriter {
    const header = base64(this.header);
    const key = this.keys.find(({ id }) => id === this.header['kid']) ?? this.keys[0]!;
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), key.pair.privateKey).toString('base64url');
    return new MessageWriter().text(1, header).text(2, this.signature ?? signature);
  }

  #keySet(): MessageWriter {
    const response = new MessageWriter();
    for (const { id, pair, isExcluded = false } of this.keys) {
      const der = pair.publicKey.export({ type: 'spki', format: 'der' });
      response.message(1, new MessageWriter().text(1, id).bytes(2, der).number(3, Number(isExcluded)));
    }
    const time = new MessageWriter().number(1, 1_700_000_000).number(2, 500_000_000);
    return response.message(2, time).number(3, this.refreshSeconds);
  }
}
