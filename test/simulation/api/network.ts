import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../../../src/client/rest/index.js';
import { type Handler, inject } from '../../../src/server/http/index.js';
import { Crashed, type SimulatedProcess } from '../engine/simulated-process.js';

export interface ConnectionFaults {
  /** The probability that a message breaks its connection. */
  lostConnection: number;
}

/** A server that answers requests. */
export interface ApiHost {
  readonly process: SimulatedProcess;
  readonly handler: Handler;
}

/**
 * A client's connection to any running server. Each request, response and chunk is delayed, and may break the
 * connection.
 */
export class SimulatedNetwork implements Transport {
  readonly #home: SimulatedProcess;
  readonly #host: () => Promise<ApiHost>;
  readonly #faults: ConnectionFaults;

  constructor(home: SimulatedProcess, host: () => Promise<ApiHost>, faults: ConnectionFaults) {
    this.#home = home;
    this.#host = host;
    this.#faults = faults;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { process, handler } = await this.#host();
    const connection = new AbortController();
    const signals = [connection.signal, ...(request.signal ? [request.signal] : [])];
    const label = `${request.method} ${request.target}`;
    await this.#travel(`→ ${label}`, connection);
    const response = await this.#from(process, connection, () =>
      inject(handler, { ...request, signal: AbortSignal.any(signals) }),
    );
    await this.#travel(`← ${response.status} ${label}`, connection);
    const chunks = () => this.#chunks(response.chunks(), { process, connection, label });
    return { ...response, chunks, body: () => this.#from(process, connection, () => response.body()) };
  }

  async close(): Promise<void> {}

  async *#chunks(
    chunks: AsyncIterableIterator<Buffer>,
    { process, connection, label }: { process: SimulatedProcess; connection: AbortController; label: string },
  ): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const { done, value } = await this.#from(process, connection, () => chunks.next());
        if (done) return;
        await this.#travel(`← ${value.length} bytes of ${label}`, connection);
        yield value;
      }
    } finally {
      connection.abort();
    }
  }

  async #from<Result>(process: SimulatedProcess, connection: AbortController, work: () => Promise<Result>) {
    try {
      return await process.call(work);
    } catch (error) {
      if (error instanceof Crashed) throw new TransportError(error.message);
      if (connection.signal.aborted) throw new TransportError('disconnected');
      throw error;
    }
  }

  async #travel(label: string, connection: AbortController): Promise<void> {
    await this.#home.pause(label);
    const { scheduler } = this.#home;
    if (!scheduler.random.chance(this.#faults.lostConnection)) return;
    scheduler.trace(() => `disconnected: ${label}`);
    connection.abort();
    throw new TransportError('disconnected');
  }
}
