import type { Logger } from '../server/logging/index.js';
import { type MetricsRegistry, runtimeMetrics } from '../server/metrics/index.js';

/** How an error got past all code that could have caught it. */
type Kind = 'exception' | 'rejection';

export interface UncaughtErrorsOptions {
  readonly log: Logger;
  /** Called once, with the first error after which the process must end. */
  readonly onFatal: (error: unknown, message: string) => void;
}

/**
 * What becomes of errors that no code has caught, in a process of our own: they are logged and counted. A rejection is
 * that of one operation, which has ended as any other that fails, and so the server goes on; so it does when a connection
 * broke that was not listened to. An exception has left functions that were in the middle of something, and what they were
 * at may be broken: the server comes to its end.
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

  /** Shows how many there were. */
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

/** The socket is gone by then, and with it all that the error is about. */
function isBrokenConnection(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall !== undefined && connectionCodes.has(code);
}
