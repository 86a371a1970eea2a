import { availableParallelism } from 'node:os';
import { type FlagValues, inGroup } from '../../server/flags/index.js';

const maxWorkers = 64;

export const workersFlags = inGroup('global', {
  workers: {
    type: 'string',
    default: '1',
    help: 'Number of processes that serve as one server, or auto: as many as there are cores',
    validate: workersProblem,
  },
});

/** How many processes serve. */
export function workersConfig(flags: FlagValues<typeof workersFlags>): number {
  return flags.workers === 'auto' ? Math.min(availableParallelism(), maxWorkers) : Number(flags.workers);
}

function workersProblem(workers: string): string[] {
  if (workers === 'auto' || (/^[1-9]\d*$/.test(workers) && Number(workers) <= maxWorkers)) return [];
  return [`--workers must be auto, or a number from 1 to ${maxWorkers}`];
}
