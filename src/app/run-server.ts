import type { ServerConfig } from './config/index.js';
import { ServerChain } from './server-chain.js';

/** Runs the servers until the process is told to end; told a second time, it ends at once. */
export async function runServer(
  config: ServerConfig,
  onListening: (chain: ServerChain) => Promise<void>,
): Promise<void> {
  const chain = await ServerChain.start(config, (error) => console.error(error));
  const ended = terminationSignal();
  try {
    await onListening(chain);
    await ended;
  } finally {
    for (const signal of signals) process.once(signal, () => process.exit(1));
    await chain.close('the process is told to end');
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
