import { seedRunner } from '../seed-runner.js';
import { StorageWorld } from './storage-world.js';

export const scenarios = {
  embedded: seedRunner((options) => new StorageWorld('embedded', options)),
  cached: seedRunner((options) => new StorageWorld('cached', options)),
  remote: seedRunner((options) => new StorageWorld('remote', options)),
  etcd: seedRunner((options) => new StorageWorld('etcd', options)),
};
