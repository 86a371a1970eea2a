import { nextIteration, systemClock } from '../apimachinery/clock/index.js';
import { Logger } from '../server/logging/index.js';
import { limitOldGeneration, runUntilSignal } from '../server/process/index.js';
import type { ServerConfig } from './config/index.js';
import { ServerChain } from './server-chain.js';
import { workerRole } from './workers/worker-role.js';

/** The server is ready long before, or never. */
const readyMilliseconds = 60_000;

/**
 * Runs the servers until the process receives a termination signal, or a fatal error occurs. With `--workers`, this
 * process is the owner, or one of the workers that it has started with the same arguments.
 */
export async function runServer(
  config: ServerConfig,
  onListening: (chain: ServerChain) => Promise<void>,
): Promise<void> {
  const role = workerRole();
  if (role) return (await import('./workers/run-worker.js')).runWorker(config, role);
  // Every status that a simulated node writes replaces an object.
  if (config.controllers.simulatedNodes > 0) limitOldGeneration();
  const log = new Logger(config.log);
  if (config.workers === 1) {
    let announce: () => void = () => undefined;
    const announced = new Promise<void>((resolve) => {
      announce = resolve;
    });
    return runUntilSignal({
      log,
      start: (process) => ServerChain.start({ config, log, ...process, startControllersAfter: () => announced }),
      // Controllers have much to do at first: users learn before that the server is ready.
      onListening: async (chain) => {
        await onListening(chain);
        chain
          .ready({ timeoutMilliseconds: readyMilliseconds })
          .then(() => nextIteration(systemClock))
          .catch(() => undefined)
          .finally(announce);
      },
    });
  }
  const { Owner } = await import('./workers/owner.js');
  return runUntilSignal({
    log,
    start: (process) => Owner.start(config, { log, ...process }),
    onListening: (owner) => onListening(owner.chain),
  });
}
