import { StorageWorld } from './storage/storage-world.js';

export interface SeedOptions {
  readonly seed: number;
  readonly onTrace?: ((line: string) => void) | undefined;
}

export interface SeedResult {
  readonly steps: number;
}

/** What can be simulated. */
export const scenarios: Readonly<Record<string, (options: SeedOptions) => Promise<SeedResult>>> = {
  embedded: storageSeed('embedded'),
  cached: storageSeed('cached'),
  remote: storageSeed('remote'),
};

function storageSeed(layout: 'embedded' | 'cached' | 'remote') {
  return async (options: SeedOptions): Promise<SeedResult> => {
    const world = new StorageWorld(layout, options);
    await world.run();
    return { steps: world.scheduler.steps };
  };
}
