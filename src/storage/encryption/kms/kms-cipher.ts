// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/kmsv2/envelope.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { activeSpan, type SpanStart, traced, traceEvent } from '../../../apimachinery/tracing/index.js';
import type { KmsProvider } from '../configuration.js';
import type { EncryptionObserver } from '../encryption-observer.js';
import type { ValueCipher } from '../value-cipher.js';
import { openWithKey, openWithSeed, sealWithSeed } from './derived-key-gcm.js';
import {
  checkEncryptedKey,
  decodeObject,
  type EncryptedObject,
  encodeObject,
  keyIdProblem,
  keySource,
} from './encrypted-object.js';
import { type EncryptedKey, KeyService, type KeyServiceStatus } from './key-service.js';
import { sectionFailure } from './remembered-health.js';

interface KmsCipherOptions {
  readonly now?: () => number;
  /** Unset: nothing is measured. */
  readonly observer?: EncryptionObserver | undefined;
}

/** The key that values are sealed with now. */
interface Writer {
  readonly seed: Buffer;
  readonly encrypted: EncryptedKey;
  /** When the KMS last confirmed the key id; without confirmation, writes fail after a while. */
  confirmedAt: number;
}

const seedLength = 32;
const pollMilliseconds = 60_000;
const retryMilliseconds = 10_000;
const writerLifetimeMilliseconds = 180_000;
/** The size of the key cache: each restart of a server creates one key. */
const maxKeys = 1000;

/** Seals with keys that a KMS plugin (KMS v2) has encrypted, and has the plugin decrypt the keys of stored values. */
export class KmsCipher implements ValueCipher {
  readonly prefix: Buffer;
  readonly name: string;
  readonly apiVersion = 'v2';
  readonly #service: KeyService;
  readonly #now: () => number;
  readonly #observer: EncryptionObserver | undefined;
  readonly #keys = new Map<string, Buffer>();
  readonly #decrypting = new Map<string, Promise<void>>();
  #writer: Writer | undefined;
  keyChanges = 0;
  #decryptProblem = '';
  #problem: Error | undefined = new Error('got unexpected nil transformer');
  #stopPolling: (() => void) | undefined;
  #isClosed = false;

  constructor(provider: KmsProvider, { now = systemClock.now, observer }: KmsCipherOptions = {}) {
    this.#observer = observer;
    this.name = provider.name;
    this.prefix = Buffer.from(`k8s:enc:kms:v2:${provider.name}:`);
    this.#service = new KeyService({ ...provider, observer });
    this.#now = now;
  }

  /** Resolves after the first status check, whether it succeeded or not; checks continue in the background. */
  async start(): Promise<void> {
    await this.check().catch(() => {});
    if (this.#isClosed) return;
    const delay = this.#problem ? retryMilliseconds : pollMilliseconds;
    this.#stopPolling = systemClock.after(delay, () => void this.start(), { unref: true });
  }

  /** Calls Status, and follows a change of the key id. Rejects if the KMS is not healthy. */
  async check(): Promise<void> {
    const unhealthy = (error: Error): Error => {
      this.#problem = new Error(`kmsv2 Provider ${this.name} is not healthy, error: ${error.message}`);
      return this.#problem;
    };
    const status = await this.#service.status().catch((error: Error) => {
      unhealthy(error);
      throw sectionFailure('status', this.name, error);
    });
    await this.#follow(status).catch((error: Error) => {
      throw unhealthy(error);
    });
    this.#problem = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopPolling?.();
    this.#service.close();
  }

  seal(plain: Buffer, context: string): Buffer {
    const writer = this.#writer;
    if (!writer) throw this.#problem ?? new Error('got unexpected nil transformer');
    if (this.#now() > writer.confirmedAt + writerLifetimeMilliseconds) {
      throw new Error(`encryptedDEKSource with keyID hash ${JSON.stringify(hashOf(writer.encrypted.keyId))} expired`);
    }
    if (!activeSpan()) return this.#seal(writer, plain, context);
    return traced(this.#span('TransformToStorage'), () => this.#seal(writer, plain, context));
  }

  #seal({ seed, encrypted }: Writer, plain: Buffer, context: string): Buffer {
    traceEvent('About to encrypt data using DEK');
    const data = sealWithSeed(plain, context, seed);
    traceEvent('Data encryption succeeded');
    this.#observer?.keyUsed('to_storage', this.name, encrypted.keyId);
    traceEvent('About to encode encrypted object');
    const sealed = Buffer.concat([this.prefix, encodeObject({ ...encrypted, data, source: keySource.seed })]);
    traceEvent('Encoded encrypted object');
    return sealed;
  }

  open(stored: Buffer, context: string): Buffer {
    if (!activeSpan()) return this.#open(stored, context);
    return traced(this.#span('TransformFromStorage'), () => this.#open(stored, context));
  }

  #open(stored: Buffer, context: string): Buffer {
    traceEvent('About to decode encrypted object');
    const object = decodeObject(stored.subarray(this.prefix.length));
    traceEvent('Decoded encrypted object');
    const key = this.#keys.get(cacheKeyOf(object));
    if (!key) throw new Error(`failed to decrypt DEK, error: ${this.#decryptProblem}`);
    traceEvent('About to decrypt data using DEK');
    const open = object.source === keySource.seed ? openWithSeed : openWithKey;
    const plain = open(object.data, context, key);
    traceEvent('Data decryption succeeded');
    this.#observer?.keyUsed('from_storage', this.name, object.keyId);
    return plain;
  }

  #span(name: string): SpanStart {
    return { name: `${name} with envelopeTransformer`, attributes: { 'transformer.provider.name': this.name } };
  }

  /** Has the key of a value decrypted unless it is cached. Never rejects: opening the value throws then. */
  prepare(stored: Buffer): Promise<void> | undefined {
    const object = decodedOrNot(stored.subarray(this.prefix.length));
    const cacheKey = object && cacheKeyOf(object);
    if (cacheKey === undefined || this.#keys.has(cacheKey)) return undefined;
    const decrypting = this.#decrypting.get(cacheKey) ?? this.#decrypt(object!, cacheKey);
    this.#decrypting.set(cacheKey, decrypting);
    return decrypting;
  }

  /** Whether a value that it can open would be sealed differently now. */
  isStale(stored: Buffer): boolean {
    const { keyId, source } = decodeObject(stored.subarray(this.prefix.length));
    return source !== keySource.seed || keyId !== this.#writer?.encrypted.keyId;
  }

  async #decrypt(object: EncryptedObject, cacheKey: string): Promise<void> {
    this.#observer?.keyMissed();
    try {
      this.#remember(cacheKey, await this.#service.decrypt(object, randomUUID()));
    } catch (error) {
      this.#decryptProblem = (error as Error).message;
    } finally {
      this.#decrypting.delete(cacheKey);
    }
  }

  #remember(cacheKey: string, key: Buffer): void {
    this.#keys.set(cacheKey, key);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > maxKeys) this.#keys.delete(oldest!);
    this.#observer?.keysCached(this.name, this.#keys.size);
  }

  async #follow({ version, healthz, keyId }: KeyServiceStatus): Promise<void> {
    if (healthz !== 'ok') throw new Error(`got unexpected healthz status: ${healthz}`);
    if (version !== 'v2' && version !== 'v2beta1') throw new Error(`expected KMSv2 API version v2, got ${version}`);
    const problem = keyIdProblem(keyId);
    if (problem !== undefined) {
      this.#observer?.invalidKeyReported(this.name, keyId === '' ? 'empty' : 'too_long');
      throw new Error(`got invalid KMSv2 KeyID hash "${hashOf(keyId)}": ${problem}`);
    }
    this.#observer?.keyReported(this.name, keyId);
    const confirmedAt = this.#now();
    if (this.#writer?.encrypted.keyId === keyId) this.#writer.confirmedAt = confirmedAt;
    else this.#use(await this.#newWriter(keyId, confirmedAt));
  }

  #use(writer: Writer): void {
    if (this.#writer) this.keyChanges++;
    this.#writer = writer;
  }

  async #newWriter(keyId: string, confirmedAt: number): Promise<Writer> {
    const begin = systemClock.monotonic();
    const seed = randomBytes(seedLength);
    this.#observer?.keyGenerated(systemClock.monotonic() - begin);
    const encrypted = await this.#service.encrypt(seed, randomUUID());
    checkEncryptedKey(encrypted);
    if (encrypted.keyId !== keyId) {
      const hashes = `statusKeyIDHash="${hashOf(keyId)}", encryptKeyIDHash="${hashOf(encrypted.keyId)}"`;
      throw new Error(`failed to rotate DEK, ${hashes}`);
    }
    this.#remember(cacheKeyOf({ ...encrypted, source: keySource.seed }), seed);
    return { seed, encrypted, confirmedAt };
  }
}

function decodedOrNot(stored: Buffer): EncryptedObject | undefined {
  try {
    return decodeObject(stored);
  } catch {
    return undefined;
  }
}

/** Identifies a key by everything that the KMS uses to decrypt it. */
function cacheKeyOf({ source, ciphertext, keyId, annotations }: EncryptedKey & { readonly source: number }): string {
  const hash = createHash('sha256').update(`${source} ${ciphertext.length} ${keyId.length} `).update(ciphertext);
  hash.update(keyId);
  for (const [key, value] of [...annotations].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(` ${key.length} ${value.length} ${key}`).update(value);
  }
  return hash.digest('base64');
}

function hashOf(keyId: string): string {
  return keyId === '' ? '' : `sha256:${createHash('sha256').update(keyId).digest('hex')}`;
}
