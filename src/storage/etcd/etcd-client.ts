import { isMemberTrouble, mayRepeat, type Repeat } from './failures.js';
import { Backoff } from './grpc/backoff.js';
import { EndpointPool } from './grpc/endpoint-pool.js';
import type { Frame } from './grpc/framing.js';
import { GrpcCode, GrpcFailure } from './grpc/status.js';
import type { ResolvedOptions } from './options.js';
import type { Method } from './protocol/services.js';

export interface Call {
  readonly method: Method;
  readonly request: Frame;
  readonly repeat: Repeat;
  readonly timeoutMilliseconds?: number;
}

/** Sends calls to any responsive member. Fails with `GrpcFailure`. */
export class EtcdClient {
  readonly pool: EndpointPool;
  readonly backoff: Backoff;
  readonly #options: ResolvedOptions;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.backoff = new Backoff({ firstMilliseconds: 20, limitMilliseconds: 2000, random: options.random });
    this.pool = new EndpointPool({
      endpoints: options.endpoints,
      clock: options.clock,
      backoff: this.backoff,
      open: options.open,
    });
  }

  async call(call: Call): Promise<Buffer> {
    checkSize(call.request);
    const deadline =
      this.#options.clock.monotonic() + (call.timeoutMilliseconds ?? this.#options.requestTimeoutMilliseconds);
    for (;;) {
      const connection = this.pool.ready() ?? (await this.pool.acquire(deadline));
      try {
        const result = await connection.unary(call.method, call.request, this.#timeLeft(call, deadline));
        this.pool.praise(connection);
        return result;
      } catch (error) {
        if (!(error instanceof GrpcFailure)) throw error;
        if (isMemberTrouble(error)) this.pool.blame(connection, error);
        if (!mayRepeat(error, call.repeat)) throw error;
        if (this.#options.clock.monotonic() >= deadline) throw this.#outOfTime(error);
      }
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** A read does not spend its whole deadline on one member if there are others. */
  #timeLeft({ repeat }: Call, deadline: number): number {
    const left = Math.max(1, deadline - this.#options.clock.monotonic());
    const { attemptTimeoutMilliseconds, endpoints } = this.#options;
    return repeat === 'freely' && endpoints.length > 1 ? Math.min(left, attemptTimeoutMilliseconds) : left;
  }

  #outOfTime(last: GrpcFailure): GrpcFailure {
    const message = `no etcd endpoint responds: ${this.pool.describe()}`;
    return new GrpcFailure(GrpcCode.unavailable, message, { fate: last.fate, cause: last });
  }
}

/** As in etcd's client. */
const largestRequest = 2 * 1024 * 1024;

/** Throws for a request that is so large that etcd would close the connection. */
function checkSize({ length }: Uint8Array): void {
  if (length <= largestRequest) return;
  const message = `trying to send message larger than max (${length} vs. ${largestRequest})`;
  throw new GrpcFailure(GrpcCode.resourceExhausted, message, { fate: 'not-sent' });
}
