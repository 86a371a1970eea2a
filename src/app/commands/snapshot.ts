import { join } from 'node:path';
import { restoreSnapshot, saveSnapshot } from '../../storage/embedded/index.js';
import { UsageError } from '../usage-error.js';
import { dataDirectoryOf } from './data-directory.js';

/** `snapshot save FILE` and `snapshot restore FILE` of the data in the data directory. */
export async function snapshot(args: readonly string[]): Promise<void> {
  const { directory, words } = dataDirectoryOf(args);
  const [action, file, ...more] = words;
  if (file === undefined || more.length > 0 || (action !== 'save' && action !== 'restore')) {
    throw new UsageError(['usage: trestle snapshot save FILE, or trestle snapshot restore FILE']);
  }
  const store = join(directory, 'store');
  if (action === 'save') {
    const { revision } = await saveSnapshot({ directory: store, file });
    process.stdout.write(`saved ${file} at revision ${revision}\n`);
  } else {
    const { revision } = await restoreSnapshot({ file, directory: store });
    process.stdout.write(`restored ${directory} at revision ${revision}\n`);
  }
}
