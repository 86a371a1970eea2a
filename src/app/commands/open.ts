import { UsageError } from '../../server/flags/index.js';
import { credentialFiles } from '../credentials/index.js';
import type { Command } from './command.js';
import { dataDirectoryOf } from './data-directory.js';
import { openInBrowser } from './open-browser.js';
import { RunningServer } from './running-server.js';

const noBrowser = '--no-browser';

const usage = `Usage:
  trestle open   print and open a link that logs the administrator in to the console of the running server

The link can be used once, within five minutes.

Flags:
  --data-dir DIR   of the server (default .trestle)
  ${noBrowser}     print the link only
`;

/** Prints a link that logs the administrator in to the console of a running server, and opens it in a browser. */
async function run(args: readonly string[]): Promise<void> {
  const { directory, words } = dataDirectoryOf(args.filter((arg) => arg !== noBrowser));
  if (words.length > 0) throw new UsageError([`usage: trestle open [--data-dir DIR] [${noBrowser}]`]);
  const link = await RunningServer.use(credentialFiles(directory).adminKubeconfig, newLink);
  process.stdout.write(`${link}\n`);
  if (!args.includes(noBrowser)) await openInBrowser(link);
}

/** The command `trestle open`. */
export const openCommand: Command = { usage, run };

async function newLink(server: RunningServer): Promise<string> {
  const { status, text } = await server.request('POST', '/console/links');
  if (status !== 200) throw new UsageError([`${server.url} does not serve the console`]);
  const { path } = JSON.parse(text) as { path: string };
  return `${server.url}${path}`;
}
