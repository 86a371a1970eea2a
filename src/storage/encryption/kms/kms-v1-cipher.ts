// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/envelope.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/grpc_service.go (v1.36)
// Follows staging/src/k8s.io/kms/apis/v1beta1/api.proto (v1.36)

import { randomBytes } from 'node:crypto';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { GrpcConnection, MessageWriter } from '../../../apimachinery/grpc/index.js';
import { AesCbc } from '../aes-cbc.js';
import { AesGcm } from '../aes-gcm.js';
import type { KmsProvider } from '../configuration.js';
import type { EncryptionObserver } from '../encryption-observer.js';
import type { KeySource } from '../transformer.js';
import type { ValueCipher } from '../value-cipher.js';
import { sectionFailure } from './remembered-health.js';

const version = 'v1beta1';
const keyLength = 32;
const lengthBytes = 2;
const renewMilliseconds = 60_000;
const retryMilliseconds = 10_000;
/** Other servers have a key for every value, and the values of a list are read together. */
const mostKeys = 100_000;

/** A key for values, and the same as the KMS has encrypted it. */
interface DataKey {
  readonly encrypted: Buffer;
  readonly cipher: DataCipher;
}

/**
 * Seals with keys that a KMS plugin (KMS v1) has encrypted; each value contains its key in that form. Upstream has the
 * plugin encrypt a key for every write, this cipher one for every minute: sealing does not wait for the plugin.
 */
export class KmsV1Cipher implements ValueCipher, KeySource {
  readonly prefix: Buffer;
  readonly name: string;
  readonly apiVersion = 'v1';
  readonly #connection: GrpcConnection;
  readonly #observer: EncryptionObserver | undefined;
  readonly #ciphers = new Map<string, DataCipher>();
  readonly #decrypting = new Map<string, Promise<void>>();
  #writer: DataKey | undefined;
  #problem: Error | undefined;
  #isVersionChecked = false;
  #stopRenewing: (() => void) | undefined;
  #isClosed = false;

  constructor(provider: KmsProvider, { observer }: { readonly observer?: EncryptionObserver | undefined } = {}) {
    this.#observer = observer;
    this.name = provider.name;
    this.prefix = Buffer.from(`k8s:enc:kms:v1:${provider.name}:`);
    this.#connection = new GrpcConnection(provider);
  }

  /** Resolves when there is a first key, or its problem is known; keys are renewed in the background. */
  async start(): Promise<void> {
    await this.#renew();
    if (this.#isClosed) return;
    const delay = this.#problem ? retryMilliseconds : renewMilliseconds;
    this.#stopRenewing = systemClock.after(delay, () => void this.start(), { unref: true });
  }

  async check(): Promise<void> {
    const failed = (section: string) => (error: Error) => {
      throw sectionFailure(section, this.name, error);
    };
    const encrypted = await this.#encrypt(Buffer.from('ping')).catch(failed('encrypt'));
    await this.#decrypt(encrypted).catch(failed('decrypt'));
    if (!this.#writer) await this.#renew();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopRenewing?.();
    this.#connection.close();
  }

  seal(plain: Buffer, context: string): Buffer {
    if (!this.#writer) throw this.#problem ?? new Error('got unexpected nil transformer');
    const { encrypted, cipher } = this.#writer;
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt16BE(encrypted.length);
    return Buffer.concat([this.prefix, length, encrypted, cipher.seal(plain, context)]);
  }

  open(stored: Buffer, context: string): Buffer {
    const { encrypted, data } = this.#partsOf(stored);
    const cipher = this.#ciphers.get(encrypted.toString('base64'));
    if (!cipher) throw this.#problem ?? new Error('the key of the value has not been decrypted');
    return cipher.open(data, context);
  }

  /** Has the key of a value decrypted unless it is cached. Never rejects: opening the value throws then. */
  prepare(stored: Buffer): Promise<void> | undefined {
    const parts = this.#partsOrNothing(stored);
    const id = parts?.encrypted.toString('base64');
    if (!parts || id === undefined || this.#ciphers.has(id)) return undefined;
    const decrypting = this.#decrypting.get(id) ?? this.#read(parts.encrypted, id);
    this.#decrypting.set(id, decrypting);
    return decrypting;
  }

  async #read(encrypted: Buffer, id: string): Promise<void> {
    this.#observer?.keyMissed();
    try {
      this.#remember(id, new DataCipher(await this.#decrypt(encrypted)));
    } catch (error) {
      this.#problem = error as Error;
    } finally {
      this.#decrypting.delete(id);
    }
  }

  async #renew(): Promise<void> {
    try {
      const begin = systemClock.monotonic();
      const key = randomBytes(keyLength);
      this.#observer?.keyGenerated(systemClock.monotonic() - begin);
      const [encrypted, cipher] = [await this.#encrypt(key), new DataCipher(key)];
      this.#remember(encrypted.toString('base64'), cipher);
      this.#writer = { encrypted, cipher };
      this.#problem = undefined;
    } catch (error) {
      this.#problem = error as Error;
      this.#writer = undefined;
    }
  }

  #remember(id: string, cipher: DataCipher): void {
    this.#ciphers.set(id, cipher);
    const [oldest] = this.#ciphers.keys();
    if (this.#ciphers.size > mostKeys) this.#ciphers.delete(oldest!);
  }

  #partsOf(stored: Buffer): { encrypted: Buffer; data: Buffer } {
    const parts = this.#partsOrNothing(stored);
    if (parts) return parts;
    const problem = 'failed to read uint16 length prefixed data';
    throw new Error(`invalid data encountered by envelope transformer: ${problem}`);
  }

  #partsOrNothing(stored: Buffer): { encrypted: Buffer; data: Buffer } | undefined {
    const sealed = stored.subarray(this.prefix.length);
    if (sealed.length < lengthBytes) return undefined;
    const end = lengthBytes + sealed.readUInt16BE();
    if (sealed.length < end) return undefined;
    return { encrypted: sealed.subarray(lengthBytes, end), data: sealed.subarray(end) };
  }

  async #encrypt(plain: Buffer): Promise<Buffer> {
    await this.#checkVersion();
    return (await this.#call('Encrypt', new MessageWriter().text(1, version).bytes(2, plain))).bytes(1);
  }

  async #decrypt(encrypted: Buffer): Promise<Buffer> {
    await this.#checkVersion();
    return (await this.#call('Decrypt', new MessageWriter().text(1, version).bytes(2, encrypted))).bytes(1);
  }

  async #checkVersion(): Promise<void> {
    if (this.#isVersionChecked) return;
    const call = this.#call('Version', new MessageWriter().text(1, version));
    const response = await call.catch((error: Error) => {
      throw new Error(`failed get version from remote KMS provider: ${error.message}`);
    });
    const found = response.text(1);
    if (found !== version) {
      throw new Error(`KMS provider api version ${found} is not supported, only ${version} is supported now`);
    }
    this.#isVersionChecked = true;
  }

  #call(method: string, message: MessageWriter) {
    return this.#connection.call(`/v1beta1.KeyManagementService/${method}`, message);
  }
}

/** Seals with AES-GCM, and opens AES-CBC too, which servers before v1.25 used. */
class DataCipher {
  readonly #gcm: AesGcm;
  readonly #cbc: AesCbc;

  constructor(secret: Buffer) {
    this.#gcm = new AesGcm({ name: '', secret });
    this.#cbc = new AesCbc({ name: '', secret });
  }

  seal(plain: Buffer, context: string): Buffer {
    return this.#gcm.seal(plain, context).subarray(this.#gcm.prefix.length);
  }

  open(data: Buffer, context: string): Buffer {
    try {
      return this.#gcm.open(Buffer.concat([this.#gcm.prefix, data]), context);
    } catch (error) {
      const plain = this.#openOldForm(data);
      if (plain) return plain;
      throw error;
    }
  }

  #openOldForm(data: Buffer): Buffer | undefined {
    try {
      return this.#cbc.open(Buffer.concat([this.#cbc.prefix, data]));
    } catch {
      return undefined;
    }
  }
}
