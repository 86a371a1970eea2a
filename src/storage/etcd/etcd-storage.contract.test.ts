import { afterAll, beforeAll, describe } from 'vitest';
import { type Subject, storageContract } from '../contract/index.js';
import { EtcdStorage } from './etcd-storage.js';
import { etcdIsInstalled, TestEtcd } from './testing/index.js';

describe.skipIf(!etcdIsInstalled())('with a real etcd', () => {
  let etcd: TestEtcd;
  let prefixes = 0;

  beforeAll(async () => {
    etcd = await TestEtcd.start();
  });
  afterAll(() => etcd?.stop());

  // etcd takes up to 100 ms to start a watch of older revisions, and a random history has many.
  storageContract('the etcd engine', openOnEtcd, { histories: 4 });

  /** One etcd for all tests, with a prefix for each. */
  async function openOnEtcd(): Promise<Subject> {
    const options = { endpoints: [etcd.endpoint], prefix: `/contract-${++prefixes}` };
    let storage = await EtcdStorage.open(options);
    await openWatchStream(storage);
    const reopen = async () => {
      await storage.close();
      storage = await EtcdStorage.open(options);
      return storage;
    };
    return { storage, reopen };
  }
});

/** Like a server, which watches before it serves: etcd then registers a watch of the present before later writes. */
async function openWatchStream(storage: EtcdStorage): Promise<void> {
  const after = await storage.currentRevision();
  const watch = storage.watch('/warm-up', { after });
  await storage.commit([{ type: 'put', key: '/warm-up', value: Buffer.from('') }]);
  for await (const { events } of watch) if (events.length > 0) break;
}
