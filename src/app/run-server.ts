import { systemClock } from '../apimachinery/clock/index.js';
import { Logger } from '../server/logging/index.js';
import type { ServerConfig } from './config/index.js';
import { ServerChain } from './server-chain.js';
import { UncaughtErrors } from './uncaught-errors.js';

/** How long the shutdown of a failed server may take. */
const brokenEndMilliseconds = 30_000;

/**
 * Runs the servers until the process receives a termination signal, or a fatal error occurs: then they shut down in the
 * same order, and the exit code is 1. A second signal ends the process immediately.
 */
export async function runServer(
  config: ServerConfig,
  onListening: (chain: ServerChain) => Promise<void>,
): Promise<void> {
  const log = new Logger(config.log);
  const failure = new Failure(log);
  const uncaught = new UncaughtErrors({ log, onFatal: failure.report });
  uncaught.listen();
  try {
    const chain = await ServerChain.start({ config, log, uncaught, onFatal: failure.report });
    try {
      await onListening(chain);
      await Promise.race([terminationSignal(), failure.happened]);
    } finally {
      for (const signal of signals) process.once(signal, () => process.exit(1));
      await chain.close();
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

const signals = ['SIGINT', 'SIGTERM'] as const;

function terminationSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of signals) process.removeListener(signal, end);
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
  });
}
