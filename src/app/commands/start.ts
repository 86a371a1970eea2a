import { relative } from 'node:path';
import { systemClock } from '../../apimachinery/clock/index.js';
import { kubeconfigCommand } from '../../client/kubeconfig/index.js';
import { completeConfig } from '../complete-config.js';
import { administrator, keepAdminKubeconfig } from '../credentials/index.js';
import { runServer } from '../run-server.js';
import type { ServerChain } from '../server-chain.js';
import type { Command } from './command.js';

const usage = `Usage:
  trestle [start] [flags]   start a server: keys and certificates are created on the first start and reused

Flags:
  --data-dir DIR          directory of data, keys and certificates (default .trestle)
  --secure-port PORT      port to listen on (default 6443; 0: any free port)
  --bind-address IP       address to listen on (default 127.0.0.1)
  --etcd-servers URLS     store in etcd
  --in-memory             keep all data in memory; it is lost when the server stops
  --workers N             number of processes, or auto: one per core (default 1)
  --controllers '*'       run all controllers instead of those of housekeeping; '' runs none
  --simulate-nodes N      simulate N nodes

and all flags of kube-apiserver: see kube-apiserver --help. Unlike kube-apiserver, unless flags say otherwise:

  --bind-address=127.0.0.1 --authorization-mode=Node,RBAC --enable-console
  --allow-privileged                              --allow-privileged=false refuses privileged containers
  --disable-admission-plugins=ServiceAccount      not with --simulate-nodes; --enable-admission-plugins=ServiceAccount
                                                  requires service accounts
`;

const quietMilliseconds = 1000;
/** The longest delay of a timer. */
const longestWaitMilliseconds = 2 ** 31 - 1;

/** A later flag takes precedence. */
const consoleByDefault = ['--enable-console'];

/** Starts a server that needs no setup: keys and certificates are created on the first start, and reused later. */
async function run(args: readonly string[]): Promise<void> {
  const { config, files, warnings } = completeConfig([...consoleByDefault, ...args]);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  await runServer(config, async (chain) => {
    await keepAdminKubeconfig(files, chain.url);
    greetWhenReady(chain, () => {
      const link = chain.console?.createLink(administrator);
      return greeting(chain.url, files.adminKubeconfig) + (link ? consoleLine(chain.url + link) : '');
    });
  });
}

/** The command `trestle start`. */
export const startCommand: Command = { usage, run };

/** One line: the link is good for five minutes, and once. */
function consoleLine(link: string): string {
  return `Console, once within five minutes (later: trestle open): ${link}\n\n`;
}

/** Not awaited: signals must be handled meanwhile. A server that is not ready for a while says so. */
function greetWhenReady(chain: ServerChain, greeting: () => string): void {
  const cancel = systemClock.after(quietMilliseconds, () =>
    process.stderr.write('waiting for the server to be ready\n'),
  );
  chain
    .ready({ timeoutMilliseconds: longestWaitMilliseconds })
    .then(() => process.stdout.write(greeting()))
    .catch(() => undefined)
    .finally(cancel);
}

function greeting(url: string, kubeconfig: string): string {
  const path = relative(process.cwd(), kubeconfig);
  const file = path.startsWith('..') ? kubeconfig : path;
  return `Kubernetes API server on ${url}. Ctrl-C ends it.

  ${kubeconfigCommand(file)}
  kubectl get namespaces

`;
}
