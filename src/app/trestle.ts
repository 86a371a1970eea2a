import { runProgram } from './command-line.js';
import { UsageError } from './usage-error.js';

const usage = `trestle: a Kubernetes API server

Usage:
  trestle [start] [flags]            start a server, with everything that it needs
  trestle kubeconfig                 print the administrator's kubeconfig
  trestle snapshot save FILE         save the data, while the server runs or not
  trestle snapshot verify FILE       say whether a snapshot can be relied on
  trestle snapshot restore FILE      begin with the data of a snapshot
  trestle doctor                     verify the data of a server that does not run
  trestle envtest [DIR]              print the KUBEBUILDER_ASSETS of tests with controller-runtime's envtest
  trestle version

Flags:
  --data-dir DIR       where data, keys and certificates are kept (default .trestle)
  --secure-port PORT   where to listen (default 6443; 0 for any that is free)
  --bind-address IP    on which address (default 127.0.0.1)
  --etcd-servers URLS  store in etcd
  --in-memory          store nothing beyond the life of the server

start takes all flags of kube-apiserver: see kube-apiserver --help. For more on snapshot and doctor: give them --help.
`;

/** The program `trestle`. */
export const trestle = () =>
  runProgram('trestle', async (args) => {
    const [first = 'start', ...rest] = args;
    const [command, flags] = first.startsWith('-') ? ['start', args] : [first, rest];
    if (args.includes('--help') || args.includes('-h') || command === 'help') {
      process.stdout.write(await usageOf(command));
      return;
    }
    if (args.includes('--version') || command === 'version') {
      return (await import('./commands/print-version.js')).printVersion();
    }
    switch (command) {
      case 'start':
        return (await import('./commands/start.js')).start(flags);
      case 'kubeconfig':
        return (await import('./commands/kubeconfig.js')).printKubeconfig(flags);
      case 'envtest':
        return (await import('./commands/envtest.js')).writeEnvtestAssets(flags);
      case 'doctor':
        return (await import('./commands/doctor.js')).doctor(flags);
      case 'snapshot':
        return (await import('./commands/snapshot.js')).snapshot(flags);
      default:
        throw new UsageError([`unknown command ${JSON.stringify(command)}; see trestle --help`]);
    }
  });

async function usageOf(command: string): Promise<string> {
  if (command === 'snapshot') return (await import('./commands/snapshot.js')).snapshotUsage;
  if (command === 'doctor') return (await import('./commands/doctor.js')).doctorUsage;
  return usage;
}
