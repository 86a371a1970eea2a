import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Subject, storageContract } from '../contract/index.js';
import { EmbeddedStorage } from './embedded-storage.js';

storageContract('the embedded engine in memory', async () => ({ storage: await EmbeddedStorage.open() }), {
  histories: 300,
});

storageContract('the embedded engine on disk', openOnDisk, { histories: 40 });

async function openOnDisk(): Promise<Subject> {
  const directory = await mkdtemp(join(tmpdir(), 'trestle-'));
  const storage = await EmbeddedStorage.open({ directory });
  let reopened: EmbeddedStorage | undefined;
  return {
    storage,
    async reopen() {
      await (reopened ?? storage).close();
      reopened = await EmbeddedStorage.open({ directory });
      return reopened;
    },
    dispose: () => rm(directory, { recursive: true }),
  };
}
