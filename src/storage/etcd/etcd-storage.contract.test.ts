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
    const reopen = async () => {
      await storage.close();
      storage = await EtcdStorage.open(options);
      return storage;
    };
    return { storage, reopen };
  }
});
