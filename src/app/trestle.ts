import { UsageError } from '../server/flags/index.js';
import { runProgram } from '../server/process/index.js';

const usage = `trestle: a Kubernetes API server

Usage:
  trestle [start] [flags]            start a server, with everything that it needs
  trestle open                       print a link to the console of the running server, and open it in a browser
  trestle console                    serve the console for the cluster of a kubeconfig
  trestle kubeconfig                 print the administrator's kubeconfig
  trestle snapshot save FILE         save the data, while the server runs or not
  trestle snapshot verify FILE       say whether a snapshot can be relied on
  trestle snapshot restore FILE      begin with the data of a snapshot
  trestle doctor                     verify the data of a server that does not run
  trestle test-server                start test servers for tests in any language, on request
  trestle envtest [DIR]              print the KUBEBUILDER_ASSETS of tests with controller-runtime's envtest
  trestle version

Flags:
  --data-dir DIR       where data, keys and certificates are kept (default .trestle)
  --secure-port PORT   where to listen (default 6443; 0 for any that is free)
  --bind-address IP    on which address (default 127.0.0.1)
  --etcd-servers URLS  store in etcd
  --in-memory          store nothing beyond the life of the server
  --workers N          how many processes serve, or auto: one for each core (default 1)

start takes all flags of kube-apiserver: see kube-apiserver --help. For more on console, snapshot,
doctor and test-server: give them --help.
`;

/** A command of a layer above this one. */
export interface Command {
  readonly usage: string;
  run(args: readonly string[]): Promise<void>;
}

/** The program `trestle`. */
export const trestle = (commands: Readonly<Record<string, Command>> = {}) =>
  runProgram('trestle', async (args) => {
    const [first = 'start', ...rest] = args;
    const [command, flags] = first.startsWith('-') ? ['start', args] : [first, rest];
    if (args.includes('--help') || args.includes('-h') || command === 'help') {
      process.stdout.write(Object.hasOwn(commands, command) ? commands[command]!.usage : await usageOf(command));
      return;
    }
    if (args.includes('--version') || command === 'version') {
      return (await import('./commands/print-version.js')).printVersion();
    }
    switch (command) {
      case 'start':
        return (await import('./commands/start.js')).start(flags);
      case 'open':
        return (await import('./commands/open.js')).openConsole(flags);
      case 'console':
        return (await import('./commands/console.js')).runConsole(flags);
      case 'kubeconfig':
        return (await import('./commands/kubeconfig.js')).printKubeconfig(flags);
      case 'envtest':
        return (await import('./commands/envtest.js')).writeEnvtestAssets(flags);
      case 'doctor':
        return (await import('./commands/doctor.js')).doctor(flags);
      case 'snapshot':
        return (await import('./commands/snapshot.js')).snapshot(flags);
      default:
        if (Object.hasOwn(commands, command)) return commands[command]!.run(flags).catch(asProblem);
        throw new UsageError([`unknown command ${JSON.stringify(command)}; see trestle --help`]);
    }
  });

/** Errors of `parseArgs` are about the command line. */
function asProblem(error: unknown): never {
  throw error instanceof TypeError ? new UsageError([error.message]) : error;
}

async function usageOf(command: string): Promise<string> {
  if (command === 'snapshot') return (await import('./commands/snapshot.js')).snapshotUsage;
  if (command === 'doctor') return (await import('./commands/doctor.js')).doctorUsage;
  if (command === 'console') return (await import('./commands/console.js')).consoleUsage;
  return usage;
}
