import { storageContract } from '../contract/index.js';
import { EmbeddedStorage } from '../embedded/index.js';
import type { EncryptionProvider } from './configuration.js';
import { createTransformers } from './create-transformers.js';
import { EncryptedStorage } from './encrypted-storage.js';

const THINGS = { group: '', resource: 'things' };
const keys = [{ name: 'key1', secret: Buffer.alloc(32, 7) }];
const providers: EncryptionProvider[] = [
  { type: 'identity' },
  { type: 'aesgcm', keys },
  { type: 'aescbc', keys },
  { type: 'secretbox', keys },
];

for (const provider of providers) {
  const transformers = createTransformers({ rules: [{ resources: [THINGS], providers: [provider] }] });
  storageContract(
    `the embedded engine in memory, encrypted with ${provider.type},`,
    async () => {
      const storage = await EmbeddedStorage.open();
      const transformer = transformers.forResource(THINGS);
      return { storage: new EncryptedStorage({ storage, transformer, keyPrefix: '/registry' }) };
    },
    { histories: 10 },
  );
}
