import type { Logger } from '../logging/index.js';
import { type MetricsRegistry, runtimeMetrics } from '../metrics/index.js';

/** How the error surfaced. */
type Kind = 'exception' | 'rejection';

export interface UncaughtErrorsOptions {
  readonly log: Logger;
  /** Called once, with the first error after which the process must exit. */
  readonly onFatal: (error: unknown, message: string) => void;
}

/**
 * Handles uncaught errors in a process of our own: they are logged and counted. A rejection belongs to one operation,
 * which has failed like any other, so the server continues; the same holds for the error of a broken connection without
 * a listener. An exception has unwound functions that were in the middle of something, and may have left their state
 * broken: the server shuts down.
 */
export class UncaughtErrors {
  readonly #options: UncaughtErrorsOptions;
  readonly #counts: Record<Kind, number> = { exception: 0, rejection: 0 };
  #isFatal = false;

  constructor(options: UncaughtErrorsOptions) {
    this.#options = options;
  }

  listen(): void {
    process.on('uncaughtException', this.#onException);
    process.on('unhandledRejection', this.#onRejection);
  }

  close(): void {
    process.off('uncaughtException', this.#onException);
    process.off('unhandledRejection', this.#onRejection);
  }

  /** Registers the counters. */
  collect(metrics: MetricsRegistry): void {
    const family = metrics.counter(runtimeMetrics.uncaughtErrors);
    const series = { exception: family.with({ kind: 'exception' }), rejection: family.with({ kind: 'rejection' }) };
    metrics.onScrape(() => {
      series.exception.raiseTo(this.#counts.exception);
      series.rejection.raiseTo(this.#counts.rejection);
    });
  }

  readonly #onException = (error: unknown): void => {
    this.#counts.exception++;
    const { log, onFatal } = this.#options;
    if (isBrokenConnection(error) || this.#isFatal) log.error(error, 'Uncaught exception');
    else {
      this.#isFatal = true;
      onFatal(error, 'Uncaught exception: the server ends');
    }
  };

  readonly #onRejection = (error: unknown): void => {
    this.#counts.rejection++;
    this.#options.log.error(error ?? String(error), 'Unhandled rejection');
  };
}

const connectionCodes: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED']);

/** Its socket is closed by then, along with everything that the error affects. */
function isBrokenConnection(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall !== undefined && connectionCodes.has(code);
}
