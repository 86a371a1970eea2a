// Follows vendor/go.opentelemetry.io/otel/sdk/trace/batch_span_processor.go (v1.36)

import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { GrpcConnection, type GrpcConnectionOptions } from '../../apimachinery/grpc/index.js';
import type { Attributes, Span } from '../../apimachinery/tracing/index.js';
import { exportMethod, exportRequest } from './otlp.js';

const queueLimit = 2048;
const batchSize = 512;
const delayMilliseconds = 5000;
const timeoutMilliseconds = 10_000;

export interface SpanExporterOptions extends Pick<GrpcConnectionOptions, 'endpoint' | 'dial'> {
  /** Describes this server. */
  readonly resource: Attributes;
  readonly clock?: Clock;
  /** Called when spans could not be sent; they are dropped. */
  readonly onError: (error: unknown) => void;
}

/**
 * Sends spans to a collector by OTLP over gRPC, in batches. If they come faster than they are sent, some are dropped.
 */
export class SpanExporter {
  readonly #connection: GrpcConnection;
  readonly #options: SpanExporterOptions;
  readonly #clock: Clock;
  #queue: Span[] = [];
  #cancelTimer: (() => void) | undefined;
  #sending: Promise<void> | undefined;

  constructor(options: SpanExporterOptions) {
    const { endpoint, dial, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#connection = new GrpcConnection({ endpoint, dial, timeoutMilliseconds });
  }

  add(span: Span): void {
    if (this.#queue.length >= queueLimit) return;
    this.#queue.push(span);
    if (this.#queue.length >= batchSize) this.#send();
    else this.#cancelTimer ??= this.#clock.after(delayMilliseconds, () => this.#send(), { unref: true });
  }

  /** Sends what is queued, and closes the connection. */
  async close(): Promise<void> {
    this.#send();
    await this.#sending;
    this.#connection.close();
  }

  #send(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#sending ??= this.#drain().finally(() => {
      this.#sending = undefined;
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchSize);
      const sent = this.#connection.call(exportMethod, exportRequest(batch, this.#options.resource));
      await sent.catch((error: Error) => {
        this.#options.onError(new Error(`traces export: ${error.message}`, { cause: error }));
      });
    }
  }
}
