import { parseArgs } from 'node:util';
import type { Command } from '../../app/trestle.js';
import { UsageError } from '../../server/flags/index.js';
import { terminationSignals } from '../../server/process/index.js';
import { ControlServer } from './control-server.js';
import { execCommand } from './exec-command.js';

const usage = `trestle test-server: test servers for tests in any language

Usage:
  trestle test-server [flags]
  trestle test-server exec [flags] -- COMMAND [ARGUMENT …]

exec runs a command, such as your tests, with a server of its own, and exits with the exit code of the command. The
command gets KUBECONFIG, which every client of Kubernetes reads; TRESTLE, the URL of the control API; and TRESTLE_SERVER,
the URL of the server there: POST $TRESTLE_SERVER/reset restores the objects that it had at first.

Without exec, it prints the URL of its control API and serves it until it receives a signal. POST /servers there creates a
server with its own port and kubeconfig; docs/test-server-openapi.json, which is also GET /openapi.json, describes all
operations.

Flags:
  --port PORT         port of the control API on the loopback address (default 0: any free port)
  --exit-with-stdin   exit when standard input is closed, that is, with the program that started it
  --load PATH         exec: file or directory with objects to create first; repeatable
`;

async function run(args: readonly string[]): Promise<void> {
  const isExec = args[0] === 'exec';
  const separator = isExec ? args.indexOf('--') : -1;
  const own = separator < 0 ? args : args.slice(0, separator);
  const { values } = parseArgs({
    args: own.slice(isExec ? 1 : 0),
    options: {
      port: { type: 'string', default: '0' },
      'exit-with-stdin': { type: 'boolean', default: false },
      load: { type: 'string', multiple: true, default: [] },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError([`--port ${values.port} is no port`]);
  if (isExec) {
    const command = separator < 0 ? [] : args.slice(separator + 1);
    process.exitCode = await execCommand(command, { port, load: values.load });
    return;
  }
  const server = await ControlServer.start({ port });
  process.stdout.write(`${server.url}\n`);
  await ended({ withInput: values['exit-with-stdin'] });
  await server.close();
}

/** The command `trestle test-server`. */
export const testServer: Command = { usage, run };

function ended({ withInput }: { withInput: boolean }): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of terminationSignals) process.removeListener(signal, end);
      process.stdin.removeListener('end', end).pause();
      resolve();
    };
    for (const signal of terminationSignals) process.on(signal, end);
    if (withInput) process.stdin.once('end', end).resume();
  });
}
