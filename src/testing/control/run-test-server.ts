import { parseArgs } from 'node:util';
import type { Command } from '../../app/trestle.js';
import { UsageError } from '../../server/flags/index.js';
import { ControlServer } from './control-server.js';

const usage = `trestle test-server: test servers for tests in any language

Usage:
  trestle test-server [flags]

Prints the URL of its control API, and serves it until it gets a signal. POST /servers there creates a server with its
own port and kubeconfig; docs/test-server-openapi.json, which is also GET /openapi.json, describes all operations.

Flags:
  --port PORT         where the control API listens on the loopback address (default 0: any that is free)
  --exit-with-stdin   ends when its standard input is closed: together with the program that started it
`;

async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string', default: '0' }, 'exit-with-stdin': { type: 'boolean', default: false } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError([`--port ${values.port} is no port`]);
  const server = await ControlServer.start({ port });
  process.stdout.write(`${server.url}\n`);
  await ended({ withInput: values['exit-with-stdin'] });
  await server.close();
}

/** The command `trestle test-server`. */
export const testServer: Command = { usage, run };

const signals = ['SIGINT', 'SIGTERM'] as const;

function ended({ withInput }: { withInput: boolean }): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of signals) process.removeListener(signal, end);
      process.stdin.removeListener('end', end).pause();
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
    if (withInput) process.stdin.once('end', end).resume();
  });
}
