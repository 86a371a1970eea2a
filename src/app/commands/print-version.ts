import { createRequire } from 'node:module';
import { kubernetesVersion } from '../version.js';

export async function printVersion(): Promise<void> {
  const { version } = createRequire(import.meta.url)('trestle/package.json');
  process.stdout.write(`trestle ${version} (Kubernetes ${kubernetesVersion})\n`);
}
