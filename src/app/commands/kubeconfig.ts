import { readFileSync } from 'node:fs';
import { UsageError } from '../../server/flags/index.js';
import { credentialFiles } from '../credentials/index.js';
import { dataDirectoryOf } from './data-directory.js';

/** Prints the kubeconfig that a server has written. */
export async function printKubeconfig(args: readonly string[]): Promise<void> {
  const { directory } = dataDirectoryOf(args);
  const { adminKubeconfig } = credentialFiles(directory);
  try {
    process.stdout.write(readFileSync(adminKubeconfig));
  } catch {
    throw new UsageError([`there is no ${adminKubeconfig}: start a server first, or give its --data-dir`]);
  }
}
