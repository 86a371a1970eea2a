import { EmbeddedStorage } from '../storage/embedded/index.js';
import type { Storage } from '../storage/index.js';
import type { ServerConfig } from './config/index.js';

/** A storage that the program has chosen; closing it closes all that belongs to it. */
export interface OpenStorage {
  readonly storage: Storage;
  close(): Promise<void>;
}

/** The longest time that a timer can wait: history that is never compacted. */
const never = 2 ** 31 - 1;

/** etcd where it is asked for, else the engine within. */
export async function openStorage(
  { etcd, directory, compactionMilliseconds }: ServerConfig['storage'],
  onError: (error: unknown) => void,
): Promise<OpenStorage> {
  if (!etcd) {
    const historyMilliseconds = compactionMilliseconds || never;
    const storage = await EmbeddedStorage.open({ directory, historyMilliseconds });
    return { storage, close: () => storage.close() };
  }
  const { EtcdCompactor, EtcdStorage } = await import('../storage/etcd/index.js');
  const storage = await EtcdStorage.open(etcd);
  const compactor = new EtcdCompactor({
    store: storage,
    intervalMilliseconds: compactionMilliseconds || never,
    onError,
  });
  if (compactionMilliseconds > 0) compactor.start();
  return {
    storage,
    async close() {
      await compactor.close();
      await storage.close();
    },
  };
}
