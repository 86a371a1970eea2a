// Follows pkg/serviceaccount/externaljwt/metrics/metrics.go (v1.36)

import type { Clock } from '../../../apimachinery/clock/index.js';
import { GrpcError, grpcCodeOf } from '../../../apimachinery/grpc/index.js';
import { externalSignerMetrics, type MetricsRegistry, only } from '../../../server/metrics/index.js';

/** Counts and measures the calls to an external signer of tokens. */
export class ExternalSignerMetrics {
  readonly #metrics: MetricsRegistry;
  readonly #clock: Clock;

  constructor(metrics: MetricsRegistry, clock: Clock) {
    this.#metrics = metrics;
    this.#clock = clock;
  }

  fetched(error: unknown): void {
    this.#metrics
      .counter(externalSignerMetrics.fetches)
      .with({ code: codeOf(error) })
      .increment();
    if (error === undefined) only(this.#metrics.gauge(externalSignerMetrics.fetchTime)).set(this.#clock.now() / 1000);
  }

  /** When the signer says that its keys were changed last. */
  keysDated(seconds: number): void {
    only(this.#metrics.gauge(externalSignerMetrics.dataTime)).set(seconds);
  }

  signed(error: unknown): void {
    this.#metrics
      .counter(externalSignerMetrics.signatures)
      .with({ code: codeOf(error) })
      .increment();
  }

  async measured<Result>(method: string, call: () => Promise<Result>): Promise<Result> {
    const begin = this.#clock.monotonic();
    const ended = (error?: unknown): void => {
      const labels = { method, code: error === undefined ? 'OK' : grpcCodeOf(error) };
      const seconds = (this.#clock.monotonic() - begin) / 1000;
      this.#metrics.histogram(externalSignerMetrics.duration).with(labels).observe(seconds);
    };
    try {
      const result = await call();
      ended();
      return result;
    } catch (error) {
      ended(error);
      throw error;
    }
  }
}

/** Of an error that is, or is caused by, the response of a call. */
function codeOf(error: unknown): string {
  if (error === undefined) return 'OK';
  if (error instanceof GrpcError) return error.code;
  if (!(error instanceof Error)) return 'unknown-non-grpc';
  if (error.cause !== undefined) return codeOf(error.cause);
  return 'code' in error || error.message === 'context deadline exceeded' ? grpcCodeOf(error) : 'unknown-non-grpc';
}
