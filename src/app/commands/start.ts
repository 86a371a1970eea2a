import { relative } from 'node:path';
import { completeConfig } from '../complete-config.js';
import { keepAdminKubeconfig } from '../credentials/index.js';
import { runServer } from '../run-server.js';

/** Starts a server that needs no setup: keys and certificates are created on the first start, and reused later. */
export async function start(args: readonly string[]): Promise<void> {
  const { config, files, warnings } = completeConfig(args);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  await runServer(config, async (chain) => {
    await keepAdminKubeconfig(files, chain.url);
    process.stdout.write(greeting(chain.url, files.adminKubeconfig));
  });
}

function greeting(url: string, kubeconfig: string): string {
  const file = relative(process.cwd(), kubeconfig);
  return `Kubernetes API server on ${url}. Ctrl-C ends it.

  export KUBECONFIG=${file.startsWith('..') ? kubeconfig : file}
  kubectl get namespaces

`;
}
