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

  // A watch of older revisions takes etcd up to 100 ms to begin with, and a random history has many.
  storageContract('the etcd engine', openOnEtcd, { histories: 4 });

  /** One etcd for all, with a prefix for each. */
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

/** As in a server, which watches before it serves: etcd then takes a watch of the present before the writes after it. */
async function openWatchStream(storage: EtcdStorage): Promise<void> {
  const after = await storage.currentRevision();
  const watch = storage.watch('/warm-up', { after });
  await storage.commit([{ type: 'put', key: '/warm-up', value: Buffer.from('') }]);
  for await (const { events } of watch) if (events.length > 0) break;
}
