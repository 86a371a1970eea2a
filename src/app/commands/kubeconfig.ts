import { readFileSync } from 'node:fs';
import { UsageError } from '../../server/flags/index.js';
import { credentialFiles } from '../credentials/index.js';
import type { Command } from './command.js';
import { dataDirectoryOf } from './data-directory.js';
import { missingKubeconfig } from './running-server.js';

const usage = `Usage:
  trestle kubeconfig   print the kubeconfig of the administrator, which the server has written

It contains the administrator's key: anyone who has it has full access. The file is admin.kubeconfig in the data directory.

Flags:
  --data-dir DIR   of the server (default .trestle)
`;

/** Prints the kubeconfig that a server has written. */
async function run(args: readonly string[]): Promise<void> {
  const { directory, words } = dataDirectoryOf(args);
  if (words.length > 0) throw new UsageError(['usage: trestle kubeconfig [--data-dir DIR]']);
  const { adminKubeconfig } = credentialFiles(directory);
  try {
    process.stdout.write(readFileSync(adminKubeconfig));
  } catch {
    throw missingKubeconfig(adminKubeconfig);
  }
}

/** The command `trestle kubeconfig`. */
export const kubeconfigCommand: Command = { usage, run };
