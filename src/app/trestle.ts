import { UsageError } from '../server/flags/index.js';
import { runProgram } from '../server/process/index.js';
import type { Command } from './commands/command.js';

export type { Command } from './commands/command.js';

const usage = `trestle: a Kubernetes API server

Usage:
  trestle [start] [flags]            start a server, with everything that it needs
  trestle status                     show what the running server holds and does
  trestle open                       print a link to the console of the running server, and open it in a browser
  trestle kubeconfig                 print the administrator's kubeconfig
  trestle doctor                     check the data directory, its keys, its data, and the running server
  trestle keys export FILE           save the keys that several servers on one etcd share
  trestle keys import FILE           use them in another data directory
  trestle snapshot save FILE         save the data, while the server runs or not
  trestle snapshot verify FILE       say whether a snapshot can be relied on
  trestle snapshot restore FILE      begin with the data of a snapshot
  trestle console                    serve the console for the cluster of a kubeconfig
  trestle controllers                run controllers for the cluster of a kubeconfig
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

trestle COMMAND --help has more on each command. start takes all flags of kube-apiserver: see kube-apiserver --help.
`;

/** Each is loaded when it is called. */
const ownCommands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.js')).startCommand,
  status: async () => (await import('./commands/status.js')).statusCommand,
  open: async () => (await import('./commands/open.js')).openCommand,
  kubeconfig: async () => (await import('./commands/kubeconfig.js')).kubeconfigCommand,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand,
  keys: async () => (await import('./commands/keys.js')).keysCommand,
  snapshot: async () => (await import('./commands/snapshot.js')).snapshotCommand,
  console: async () => (await import('./commands/console.js')).consoleCommand,
  controllers: async () => (await import('./commands/controllers.js')).controllersCommand,
  envtest: async () => (await import('./commands/envtest.js')).envtestCommand,
  version: async () => (await import('./commands/print-version.js')).versionCommand,
};

/** The program `trestle`. `commands`: those of layers above this one. */
export const trestle = (commands: Readonly<Record<string, Command>> = {}) =>
  runProgram('trestle', async (args) => {
    const [first = 'start', ...rest] = args;
    const wantsHelp = args.includes('--help') || args.includes('-h');
    if (first === 'help' || (wantsHelp && first.startsWith('-'))) {
      process.stdout.write(usage);
      return;
    }
    const [name, flags] = first.startsWith('-') ? ['start', args] : [first, rest];
    const command = await find(args.includes('--version') ? 'version' : name, commands);
    if (wantsHelp) process.stdout.write(command.usage);
    else await command.run(flags).catch(asProblem);
  });

async function find(name: string, commands: Readonly<Record<string, Command>>): Promise<Command> {
  if (Object.hasOwn(ownCommands, name)) return ownCommands[name]!();
  if (Object.hasOwn(commands, name)) return commands[name]!;
  throw new UsageError([`unknown command ${JSON.stringify(name)}; see trestle --help`]);
}

/** Errors of `parseArgs` are about the command line. */
function asProblem(error: unknown): never {
  const isOfArguments =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  throw isOfArguments ? new UsageError([error.message]) : error;
}
