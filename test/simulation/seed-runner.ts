import { systemClock } from '../../src/apimachinery/clock/index.js';
import { measureIterationsWith } from '../../src/apimachinery/event-loop/index.js';
import type { Scheduler } from './engine/scheduler.js';

export interface SeedOptions {
  readonly seed: number;
  readonly onTrace?: ((line: string) => void) | undefined;
}

export interface SeedResult {
  readonly steps: number;
}

/** Runs one simulation, deterministic for its seed; rejects with the first problem. */
export type SeedRunner = (options: SeedOptions) => Promise<SeedResult>;

interface World {
  readonly scheduler: Scheduler;
  run(): Promise<void>;
}

export function seedRunner(worldOf: (options: SeedOptions) => World): SeedRunner {
  return async (options) => {
    const world = worldOf(options);
    measureIterationsWith({ monotonic: () => 0 });
    try {
      await world.run();
    } finally {
      measureIterationsWith(systemClock);
    }
    return { steps: world.scheduler.steps };
  };
}
