import { join, resolve } from 'node:path';
import { StorageError } from '../errors.js';
import { DirectoryOwner } from './directory-owner.js';
import { type InspectStoreOptions, inspectStore, type StoreReport } from './inspect-store.js';
import { checkIdentity, dataFile, hasData, readIdentity } from './store-identity.js';

export type { StoreReport } from './inspect-store.js';

/** Verifies the store in a directory that no process has open. Fails with `in-use`, and if there is no store. */
export async function examineStore(
  options: { directory: string } & Pick<InspectStoreOptions, 'checkValue'>,
): Promise<StoreReport> {
  const directory = resolve(options.directory);
  DirectoryOwner.check(directory);
  if (!hasData(directory)) throw new StorageError('invalid-argument', `there is no data in ${directory}`);
  const report = await inspectStore({ path: join(directory, dataFile), checkValue: options.checkValue });
  if (report.settings) checkIdentity(directory, readIdentity(directory), report.settings.id);
  return report;
}
