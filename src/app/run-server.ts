import { Logger } from '../server/logging/index.js';
import type { ServerConfig } from './config/index.js';
import { ServerChain } from './server-chain.js';

/**
 * Runs the servers until the process is told to end, or something fails without which they cannot be: then it rejects.
 * Told a second time, the process ends at once.
 */
export async function runServer(
  config: ServerConfig,
  onListening: (chain: ServerChain) => Promise<void>,
): Promise<void> {
  const { promise: failed, reject: onFatal } = withRejection();
  const log = new Logger(config.log);
  // What a controller forgot to catch is told, and does not end what others use.
  process.on('unhandledRejection', log.onError);
  const chain = await ServerChain.start({ config, log, onFatal });
  try {
    await onListening(chain);
    await Promise.race([terminationSignal(), failed]);
  } finally {
    for (const signal of signals) process.once(signal, () => process.exit(1));
    await chain.close();
  }
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

/** A promise that others reject; nobody has to wait for it. */
function withRejection(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_resolve, rejectIt) => {
    reject = rejectIt;
  });
  promise.catch(() => {});
  return { promise, reject };
}
