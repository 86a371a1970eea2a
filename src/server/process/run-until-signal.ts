import { systemClock } from '../../apimachinery/clock/index.js';
import type { Logger } from '../logging/index.js';
import { sizeHeapByLoad } from './heap-by-load.js';
import { terminationSignal, terminationSignals } from './termination-signals.js';
import { UncaughtErrors } from './uncaught-errors.js';

/** How long the shutdown of a failed server may take. */
const brokenEndMilliseconds = 30_000;

export interface ServerProcess {
  /** Counts the uncaught errors of the process. */
  readonly uncaught: UncaughtErrors;
  /** Ends the server, because it cannot continue after the error. */
  readonly onFatal: (error: Error) => void;
}

export interface RunOptions<Server> {
  readonly log: Logger;
  start(process: ServerProcess): Promise<Server>;
  onListening?(server: Server): Promise<void> | void;
  /** Ends the server, instead of a signal: for a process that another one ends. */
  readonly until?: Promise<void>;
}

/**
 * Runs a server until the process receives a termination signal, or a fatal error occurs: then it shuts down in the
 * same order, and the exit code is 1. A second signal ends the process immediately.
 */
export async function runUntilSignal<Server extends { close(): Promise<void> }>(
  options: RunOptions<Server>,
): Promise<void> {
  const { log } = options;
  sizeHeapByLoad();
  const failure = new Failure(log);
  const uncaught = new UncaughtErrors({ log, onFatal: failure.report });
  uncaught.listen();
  try {
    const server = await options.start({ uncaught, onFatal: failure.report });
    const ended = options.until ?? terminationSignal();
    try {
      await options.onListening?.(server);
      await Promise.race([ended, failure.happened]);
    } finally {
      for (const signal of options.until ? [] : terminationSignals) process.once(signal, () => process.exit(1));
      await server.close().catch((error) => {
        log.error(error, 'The server did not end in order');
        process.exitCode = 1;
      });
    }
  } finally {
    uncaught.close();
  }
}

/** A fatal error of the servers. */
class Failure {
  readonly happened: Promise<void>;
  readonly #log: Logger;
  #happen: () => void = () => undefined;

  constructor(log: Logger) {
    this.#log = log;
    this.happened = new Promise((resolve) => {
      this.#happen = resolve;
    });
  }

  readonly report = (error: unknown, message = 'The server ends because of an error'): void => {
    this.#log.error(error, message);
    process.exitCode = 1;
    systemClock.after(brokenEndMilliseconds, () => process.exit(1), { unref: true });
    this.#happen();
  };
}
