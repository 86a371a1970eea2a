import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kubeconfigFor, writeKubeconfig } from 'trestle/client/kubeconfig';
import type { RecommendedValues } from 'trestle/server/options';

/** A server without a cluster writes a kubeconfig for kubectl, and says where it is. */
export async function announceStandAlone(flags: RecommendedValues, port: number): Promise<void> {
  if (!flags['insecure-allow-all']) return;
  const file = join(flags['data-dir'], 'wardle.kubeconfig');
  const certificate = flags['tls-cert-file'] || join(flags['cert-dir'], 'apiserver.crt');
  const config = kubeconfigFor({
    name: 'wardle',
    server: `https://127.0.0.1:${port}`,
    authorities: await readFile(certificate, 'utf8'),
    namespace: 'default',
    // Not checked, but kubectl prompts for credentials if there are none.
    user: { token: 'unchecked' },
  });
  await writeKubeconfig(file, config);
  process.stdout.write(`export KUBECONFIG=${file}\n`);
}
