import { UsageError } from '../server/flags/index.js';
import { runProgram } from '../server/process/index.js';
import type { Command } from './commands/command.js';

export type { Command } from './commands/command.js';

const usage = `trestle: a Kubernetes API server

Usage:
  trestle [start] [flags]            start a server: storage, keys and certificates included
  trestle status                     show the state of the running server
  trestle open                       print a link to the console of the running server, and open it in a browser
  trestle kubeconfig                 print the administrator's kubeconfig
  trestle doctor                     check the data directory, its keys and data, and the running server
  trestle keys export FILE           save the keys that several servers on one etcd share
  trestle keys import FILE           import them into another data directory
  trestle snapshot save FILE         save the data, whether the server is running or not
  trestle snapshot verify FILE       check whether a snapshot is intact
  trestle snapshot restore FILE      replace the data by that of a snapshot
  trestle console                    serve the console for the cluster of a kubeconfig
  trestle controllers                run controllers for the cluster of a kubeconfig
  trestle test-server                start test servers for tests in any language, on request
  trestle test-server exec -- CMD    run a command, such as your tests, with a server of its own
  trestle envtest [DIR]              print the KUBEBUILDER_ASSETS of tests with controller-runtime's envtest
  trestle version

Flags:
  --data-dir DIR       directory of data, keys and certificates (default .trestle)
  --secure-port PORT   port to listen on (default 6443; 0: any free port)
  --bind-address IP    address to listen on (default 127.0.0.1)
  --etcd-servers URLS  store in etcd
  --in-memory          keep all data in memory; it is lost when the server stops
  --workers N          number of processes, or auto: one per core (default 1)

Run trestle COMMAND --help for details. start accepts all flags of kube-apiserver: see kube-apiserver --help.
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
    // What follows is for another program.
    const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
    const wantsHelp = own.includes('--help') || own.includes('-h');
    if (first === 'help' || (wantsHelp && first.startsWith('-'))) {
      process.stdout.write(usage);
      return;
    }
    const [name, flags] = first.startsWith('-') ? ['start', args] : [first, rest];
    const command = await find(own.includes('--version') ? 'version' : name, commands);
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
