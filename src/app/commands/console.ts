import { type ConnectionConfig, connectionFrom, loadKubeconfig } from '../../client/kubeconfig/index.js';
import { LoopbackConsole } from '../../console/index.js';
import { portProblems } from '../../server/config/index.js';
import { asUsageError, parseFlags, UsageError } from '../../server/flags/index.js';
import { terminationSignal } from '../../server/process/index.js';
import type { Command } from './command.js';
import { openInBrowser } from './open-browser.js';

const usage = `Usage:
  trestle console   serve the console for any cluster on a loopback port, and open it in a browser

Requests are forwarded with the credentials of the kubeconfig: anyone who knows the printed address can use them, as
long as the command runs. Ctrl-C ends it.

Flags:
  --kubeconfig FILE   (default $KUBECONFIG, or ~/.kube/config)
  --context NAME      (default the current context)
  --port PORT         port to listen on, on 127.0.0.1 (default: any free port)
  --no-browser        print the address only
`;

const flags = {
  kubeconfig: { type: 'string', default: '', help: 'The kubeconfig' },
  context: { type: 'string', default: '', help: 'The context' },
  port: { type: 'int', default: 0, help: 'The port' },
  'no-browser': { type: 'bool', default: false, help: 'Print the address only' },
} as const;

/** Serves the console for the server of a kubeconfig until the process is ended. */
async function run(args: readonly string[]): Promise<void> {
  const { values, positionals, errors } = parseFlags(flags, args);
  const problems = [
    ...errors,
    ...positionals.map((word) => `unexpected argument ${JSON.stringify(word)}`),
    ...portProblems('port', values.port, { least: 0 }),
  ];
  if (problems.length > 0) throw new UsageError(problems);
  const { context, connection } = await asUsageError('kubeconfig', connectionOf(values.kubeconfig, values.context));
  const served = await LoopbackConsole.start({ context, connection, port: values.port });
  process.stdout.write(`Console of ${connection.server} on ${served.url}\nCtrl-C ends it.\n`);
  if (!values['no-browser']) void openInBrowser(served.url);
  await terminationSignal();
  await served.close();
}

/** The command `trestle console`. */
export const consoleCommand: Command = { usage, run };

async function connectionOf(file: string, chosen: string): Promise<{ context: string; connection: ConnectionConfig }> {
  const config = await loadKubeconfig({ file: file || undefined });
  const context = chosen || config['current-context'];
  return { context, connection: await connectionFrom(config, { context }) };
}
