import { isStorageError } from '../errors.js';
import type { KeyValue } from '../storage.js';
import { EmbeddedStorage } from './embedded-storage.js';

/**
 * Removes every object whose record is damaged, and all history. Returns their keys. Fails like `EmbeddedStorage.open`.
 */
export async function removeDamaged({ directory }: { directory: string }): Promise<readonly string[]> {
  const storage = await EmbeddedStorage.open({ directory, onRepair: () => {} });
  try {
    const damaged = (await storage.range('/')).entries.filter(isDamaged).map(({ key }) => key);
    for (const key of damaged) await storage.commit([{ type: 'delete', key }]);
    if (damaged.length > 0) await storage.compact(await storage.currentRevision());
    return damaged;
  } finally {
    await storage.close();
  }
}

function isDamaged(entry: KeyValue): boolean {
  try {
    return entry.value === undefined;
  } catch (error) {
    if (isStorageError(error, 'unreadable')) return true;
    throw error;
  }
}
