import { storageContract } from '../contract/index.js';
import { EmbeddedStorage } from '../embedded/index.js';
import { Cacher } from './cacher.js';

storageContract('the cache over the embedded engine', async () => ({
  storage: await Cacher.start({ storage: await EmbeddedStorage.open(), prefix: '/things/' }),
}));

storageContract('the cache with a window of three events', async () => ({
  storage: await Cacher.start({ storage: await EmbeddedStorage.open(), prefix: '/things/', windowCapacity: 3 }),
}));
