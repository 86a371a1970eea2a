import { setMaxListeners } from 'node:events';
import { type Clock, sleep } from '../../../apimachinery/clock/index.js';
import type { Backoff } from './backoff.js';
import type { MemberConnection, OpenConnection } from './connection.js';
import { GrpcCode, GrpcFailure } from './status.js';

interface Endpoint {
  readonly url: URL;
  connection: MemberConnection | undefined;
  opening: Promise<MemberConnection> | undefined;
  /** Consecutive failures. */
  failures: number;
  retryAt: number;
  lastError: string | undefined;
}

export interface PoolOptions {
  readonly clock: Clock;
  readonly endpoints: readonly URL[];
  readonly open: OpenConnection;
  readonly backoff: Backoff;
}

/**
 * Stays with one endpoint while it works, then moves on to the next. An endpoint that failed is avoided for a backoff
 * that grows with its failures.
 */
export class EndpointPool {
  readonly #options: PoolOptions;
  readonly #endpoints: readonly Endpoint[];
  readonly #closing = new AbortController();
  #current = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    // While no endpoint can be reached, every pending call listens on it.
    setMaxListeners(0, this.#closing.signal);
    this.#endpoints = options.endpoints.map((url) => ({
      url,
      connection: undefined,
      opening: undefined,
      failures: 0,
      retryAt: 0,
      lastError: undefined,
    }));
  }

  /** The connection in use, if there is one: the fast path. */
  ready(): MemberConnection | undefined {
    const endpoint = this.#endpoints[this.#current];
    if (endpoint?.connection?.usable && endpoint.retryAt === 0) return endpoint.connection;
    return undefined;
  }

  /** Tries the endpoints in turn until the deadline (a `Clock.monotonic`); then rejects with fate `not-sent`. */
  async acquire(deadline: number): Promise<MemberConnection> {
    for (;;) {
      this.#throwIfClosed();
      const endpoint = this.#nextEndpoint();
      const now = this.#options.clock.monotonic();
      if (now >= deadline) throw this.#unreachable();
      if (endpoint.retryAt > now) {
        await this.#pause(Math.min(endpoint.retryAt, deadline) - now);
        continue;
      }
      try {
        return await this.#within(this.#connected(endpoint), deadline - now);
      } catch (error) {
        if (error instanceof GrpcFailure && error.code === GrpcCode.deadlineExceeded) throw this.#unreachable();
      }
    }
  }

  /** Resets the failures of the endpoint. */
  praise(connection: MemberConnection): void {
    const endpoint = this.#endpoints[this.#current];
    if (endpoint !== undefined && endpoint.connection === connection && endpoint.failures > 0) recovered(endpoint);
  }

  /** Avoids the endpoint for a while; its connection stays open for the calls in flight. */
  blame(connection: MemberConnection, error: Error): void {
    const endpoint = this.#endpoints.find((candidate) => candidate.connection === connection);
    if (endpoint !== undefined) this.#failed(endpoint, error);
  }

  /** The last error of each failing endpoint. */
  describe(): string {
    const troubles = this.#endpoints
      .filter(({ lastError }) => lastError !== undefined)
      .map(({ url, lastError }) => `${addressOf(url)}: ${lastError}`);
    return troubles.length > 0 ? troubles.join('; ') : this.#endpoints.map(({ url }) => addressOf(url)).join(', ');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const openings = this.#endpoints.map(({ opening }) => opening?.catch(() => undefined));
    await Promise.all(openings);
    await Promise.all(this.#endpoints.map(({ connection }) => connection?.close('the store is closed')));
  }

  /**
   * The first endpoint, from the current one on, that is not in backoff; otherwise the one whose backoff ends first.
   */
  #nextEndpoint(): Endpoint {
    const now = this.#options.clock.monotonic();
    const count = this.#endpoints.length;
    let earliest = this.#current;
    for (let step = 0; step < count; step++) {
      const index = (this.#current + step) % count;
      if (this.#endpoints[index]!.retryAt <= now) {
        this.#current = index;
        return this.#endpoints[index]!;
      }
      if (this.#endpoints[index]!.retryAt < this.#endpoints[earliest]!.retryAt) earliest = index;
    }
    return this.#endpoints[earliest]!;
  }

  #connected(endpoint: Endpoint): Promise<MemberConnection> {
    if (endpoint.connection?.usable) {
      endpoint.retryAt = 0;
      return Promise.resolve(endpoint.connection);
    }
    endpoint.opening ??= this.#open(endpoint).finally(() => {
      endpoint.opening = undefined;
    });
    return endpoint.opening;
  }

  async #open(endpoint: Endpoint): Promise<MemberConnection> {
    try {
      endpoint.connection = await this.#options.open(endpoint.url, this.#closing.signal);
      endpoint.retryAt = 0;
      return endpoint.connection;
    } catch (error) {
      this.#failed(endpoint, error as Error);
      throw error;
    }
  }

  /** Many calls that fail with one connection count as one failure of the endpoint. */
  #failed(endpoint: Endpoint, error: Error): void {
    const now = this.#options.clock.monotonic();
    endpoint.lastError = error.message;
    if (endpoint.retryAt > now) return;
    endpoint.failures++;
    endpoint.retryAt = now + this.#options.backoff.delay(endpoint.failures);
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(this.#options.clock, milliseconds, this.#closing).catch(() => this.#throwIfClosed());
  }

  /** Stops waiting after the timeout; the work continues. */
  async #within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
    let cancelTimer: (() => void) | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancelTimer = this.#options.clock.after(milliseconds, () => {
        reject(new GrpcFailure(GrpcCode.deadlineExceeded, 'no connection in time', { fate: 'not-sent' }));
      });
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      cancelTimer?.();
    }
  }

  #throwIfClosed(): void {
    if (this.#closing.signal.aborted) {
      throw new GrpcFailure(GrpcCode.cancelled, 'the store is closed', { fate: 'not-sent' });
    }
  }

  #unreachable(): GrpcFailure {
    return new GrpcFailure(GrpcCode.unavailable, `no etcd endpoint responds: ${this.describe()}`, { fate: 'not-sent' });
  }
}

/** Sockets of files have no origin. */
function addressOf({ origin, href }: URL): string {
  return origin === 'null' ? href : origin;
}

function recovered(endpoint: Endpoint): void {
  endpoint.failures = 0;
  endpoint.retryAt = 0;
  endpoint.lastError = undefined;
}
