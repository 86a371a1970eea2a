// Follows pkg/serviceaccount/externaljwt/plugin/plugin.go (v1.36)
// Follows pkg/serviceaccount/externaljwt/plugin/keycache.go (v1.36)
// Follows staging/src/k8s.io/externaljwt/apis/v1/api.proto (v1.36)

import { createPublicKey } from 'node:crypto';
import { type Clock, sleep, systemClock } from '../../../apimachinery/clock/index.js';
import {
  GrpcConnection,
  GrpcError,
  grpcCodeOf,
  type MessageFields,
  MessageWriter,
} from '../../../apimachinery/grpc/index.js';
import { goQuote, isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import { messageOf } from '../../../apimachinery/status/index.js';
import type { WebToken } from '../../../server/authentication/index.js';
import type { MetricsRegistry } from '../../../server/metrics/index.js';
import type { TokenIssuer } from '../token-issuer.js';
import { VerifyingKey } from '../token-keys.js';
import { ExternalSignerMetrics } from './external-signer-metrics.js';

const callTimeoutMilliseconds = 60_000;
const retryMilliseconds = 250;
const fallbackRefreshMilliseconds = 10_000;
const maxKeyIdLength = 1024;
const algorithms: readonly unknown[] = ['RS256', 'ES256', 'ES384', 'ES512'];

interface ExternalKey {
  readonly key: VerifyingKey;
  /** Verifies older tokens only; not published. */
  readonly isExcluded: boolean;
}

interface KeySet {
  readonly keys: readonly ExternalKey[];
  /** When to fetch them again, by the monotonic clock. */
  readonly refreshAt: number;
}

export interface ExternalSignerOptions {
  /** --service-account-signing-endpoint: the path of a unix socket, or `@name` of an abstract one. */
  readonly socket: string;
  readonly metrics: MetricsRegistry;
  readonly clock?: Clock;
  readonly onError: (error: unknown) => void;
}

/** Has tokens signed by a gRPC service on a unix socket, and follows its keys. */
export class ExternalSigner implements TokenIssuer {
  readonly #connection: GrpcConnection;
  readonly #metrics: ExternalSignerMetrics;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #keySet: KeySet = { keys: [], refreshAt: 0 };
  #fetching: Promise<void> | undefined;
  #cancelRefresh: (() => void) | undefined;
  #isClosed = false;

  constructor({ socket, metrics, clock = systemClock, onError }: ExternalSignerOptions) {
    const endpoint = `unix:${socket}`;
    this.#connection = new GrpcConnection({ endpoint, timeoutMilliseconds: callTimeoutMilliseconds });
    this.#metrics = new ExternalSignerMetrics(metrics, clock);
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Fetches the keys, waiting for the service for up to a minute, and refreshes them from then on. */
  async start(): Promise<void> {
    const deadline = this.#clock.monotonic() + callTimeoutMilliseconds;
    for (;;) {
      try {
        await this.#fetch();
        break;
      } catch (error) {
        if (!isUnavailable(error) || this.#clock.monotonic() >= deadline) {
          throw wrapped('while initially filling key cache: while performing initial cache fill', error);
        }
      }
      await sleep(this.#clock, retryMilliseconds);
    }
    this.#scheduleRefresh(this.#keySet.refreshAt - this.#clock.monotonic());
  }

  /** The longest lifetime of a token, in seconds. */
  async maxExpirationSeconds(): Promise<number> {
    return (await this.#call('Metadata', new MessageWriter())).number(1);
  }

  get published(): readonly VerifyingKey[] {
    return this.#keySet.keys.filter(({ isExcluded }) => !isExcluded).map(({ key }) => key);
  }

  get maxAgeSeconds(): number {
    return Math.max(0, Math.floor((this.#keySet.refreshAt - this.#clock.monotonic()) / 1000));
  }

  async sign(claims: JsonObject): Promise<string> {
    try {
      const token = await this.#sign(claims);
      this.#metrics.signed(undefined);
      return token;
    } catch (error) {
      this.#metrics.signed(error);
      throw error;
    }
  }

  keysFor({ header: { kid } }: WebToken): readonly VerifyingKey[] | Promise<readonly VerifyingKey[]> {
    if (typeof kid !== 'string' || kid === '') return this.#keySet.keys.map(({ key }) => key);
    const known = this.#find(kid);
    return known.length > 0 ? known.map(({ key }) => key) : this.#fetchedKeys(kid);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRefresh?.();
    this.#connection.close();
  }

  async #sign(claims: JsonObject): Promise<string> {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const calling = this.#call('Sign', new MessageWriter().text(1, payload));
    const response = await calling.catch((error) => {
      throw wrapped('while signing jwt', error);
    });
    const [header, signature] = [response.text(1), response.text(2)];
    await this.#checkHeader(header).catch((error) => {
      throw wrapped('while validating header', error);
    });
    if (signature === '') throw new Error('empty signature returned');
    return `${header}.${payload}.${signature}`;
  }

  async #checkHeader(encoded: string): Promise<void> {
    const { alg, kid, typ, ...more } = headerOf(encoded);
    const [unknown] = Object.keys(more);
    if (unknown !== undefined) throw new Error(`while parsing header JSON: json: unknown field ${goQuote(unknown)}`);
    if (typ !== 'JWT') throw new Error('bad type');
    if (typeof kid !== 'string' || kid === '') throw new Error('key id missing');
    if (kid.length > maxKeyIdLength) throw new Error('key id longer than 1 kb');
    if (!algorithms.includes(alg)) throw new Error(`bad signing algorithm ${goQuote(String(alg ?? ''))}`);
    if (this.#find(kid).length === 0) await this.#fetchedKeys(kid);
    if (this.#find(kid).some(({ isExcluded }) => isExcluded)) {
      throw new Error(`key used for signing JWT (kid: ${kid}) is excluded from OIDC discovery docs`);
    }
  }

  #find(keyId: string): readonly ExternalKey[] {
    return this.#keySet.keys.filter(({ key }) => key.id === keyId);
  }

  /** The service may have got a new key. */
  async #fetchedKeys(keyId: string): Promise<readonly VerifyingKey[]> {
    await this.#fetch().catch((error) => this.#onError(wrapped('Error while syncing keys', error)));
    return this.#find(keyId).map(({ key }) => key);
  }

  #scheduleRefresh(milliseconds: number): void {
    if (this.#isClosed) return;
    const refresh = (): void => {
      this.#fetch().then(
        () => this.#scheduleRefresh(this.#keySet.refreshAt - this.#clock.monotonic()),
        (error) => {
          this.#onError(wrapped('when syncing supported public keys(Stale set of keys will be supported)', error));
          this.#scheduleRefresh(fallbackRefreshMilliseconds);
        },
      );
    };
    this.#cancelRefresh = this.#clock.after(Math.max(0, milliseconds), refresh, { unref: true });
  }

  /** Concurrent callers share a call. */
  #fetch(): Promise<void> {
    this.#fetching ??= this.#fetchOnce().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchOnce(): Promise<void> {
    try {
      const calling = this.#call('FetchKeys', new MessageWriter());
      const response = await calling.catch((error) => {
        throw wrapped('while getting externally supported jwt signing keys', error);
      });
      this.#keySet = keySetOf(response, this.#clock.monotonic());
      this.#metrics.fetched(undefined);
      this.#metrics.keysDated(timestampOf(response));
    } catch (error) {
      this.#metrics.fetched(error);
      throw wrapped('while fetching token verification keys', error);
    }
  }

  async #call(method: string, message: MessageWriter): Promise<MessageFields> {
    return this.#metrics.measured(method, () => this.#connection.call(`/v1.ExternalJWTSigner/${method}`, message));
  }
}

function keySetOf(response: MessageFields, now: number): KeySet {
  const seconds = response.number(3);
  if (seconds <= 0) throw new Error(`found invalid refresh hint (${seconds}s)`);
  const keys = response.messages(1).map(keyOf);
  if (keys.length === 0) throw new Error('found no keys');
  return { keys, refreshAt: now + seconds * 1000 };
}

function keyOf(message: MessageFields): ExternalKey {
  const id = message.text(1);
  if (id === '' || id.length > maxKeyIdLength) throw new Error(`found invalid public key id ${goQuote(id)}`);
  const der = message.bytes(2);
  if (der.length === 0) throw new Error('found empty public key');
  try {
    const key = new VerifyingKey(createPublicKey({ key: der, type: 'spki', format: 'der' }), id);
    return { key, isExcluded: message.number(3) === 1 };
  } catch (error) {
    throw wrapped('while parsing external public keys', error);
  }
}

/** In seconds since 1970. */
function timestampOf(response: MessageFields): number {
  const timestamp = response.messages(2)[0];
  return (timestamp?.number(1) ?? 0) + (timestamp?.number(2) ?? 0) / 1e9;
}

function headerOf(encoded: string): JsonObject {
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    if (isJsonObject(header as JsonObject)) return header as JsonObject;
  } catch (error) {
    throw wrapped('while parsing header JSON', error);
  }
  throw new Error('while parsing header JSON: it is not an object');
}

function wrapped(what: string, error: unknown): Error {
  return new Error(`${what}: ${messageOf(error)}`, { cause: error });
}

function isUnavailable(error: unknown): boolean {
  const cause = rootOf(error);
  return !(cause instanceof GrpcError) && grpcCodeOf(cause) === 'Unavailable';
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}
