// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2/grpc_service.go (v1.36)
// Follows staging/src/k8s.io/kms/apis/v2/api.proto (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import {
  GrpcConnection,
  type GrpcConnectionOptions,
  type MessageFields,
  MessageWriter,
} from '../../../apimachinery/grpc/index.js';
import type { EncryptionObserver } from '../encryption-observer.js';

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

interface KeyServiceOptions extends GrpcConnectionOptions {
  readonly name: string;
  /** Unset: nothing is measured. */
  readonly observer?: EncryptionObserver | undefined;
}

/** The gRPC client of a local KMS plugin (KMS v2). */
export class KeyService {
  readonly #connection: GrpcConnection;
  readonly #options: KeyServiceOptions;

  constructor(options: KeyServiceOptions) {
    this.#connection = new GrpcConnection(options);
    this.#options = options;
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
    this.#connection.close();
  }

  async #call(method: string, message: MessageWriter): Promise<MessageFields> {
    const path = `/v2.KeyManagementService/${method}`;
    const { name, observer } = this.#options;
    const begin = systemClock.monotonic();
    const called = (error: unknown): void =>
      observer?.called(name, path, { milliseconds: systemClock.monotonic() - begin, error });
    try {
      const response = await this.#connection.call(path, message);
      called(undefined);
      return response;
    } catch (error) {
      called(error);
      throw error;
    }
  }
}
