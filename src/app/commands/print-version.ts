import { readFileSync } from 'node:fs';
import { kubernetesVersion } from '../version.js';

export async function printVersion(): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`trestle ${version} (Kubernetes ${kubernetesVersion})\n`);
}
