import { createRequire } from 'node:module';
import { kubernetesVersion } from '../version.js';
import type { Command } from './command.js';

const usage = `Usage:
  trestle version   print the version of this package, and that of Kubernetes whose API it serves
`;

async function run(): Promise<void> {
  const { version } = createRequire(import.meta.url)('#package.json');
  process.stdout.write(`trestle ${version} (Kubernetes ${kubernetesVersion})\n`);
}

/** The command `trestle version`. */
export const versionCommand: Command = { usage, run };
