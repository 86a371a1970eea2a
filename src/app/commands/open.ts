import { connectionFrom, loadKubeconfig } from '../../client/kubeconfig/index.js';
import { Http2Transport } from '../../client/rest/index.js';
import { UsageError } from '../../server/flags/index.js';
import { credentialFiles } from '../credentials/index.js';
import { dataDirectoryOf } from './data-directory.js';
import { openInBrowser } from './open-browser.js';

const noBrowser = '--no-browser';

/** Prints a link that logs the administrator in to the console of a running server, and opens it in a browser. */
export async function openConsole(args: readonly string[]): Promise<void> {
  const { directory, words } = dataDirectoryOf(args.filter((arg) => arg !== noBrowser));
  if (words.length > 0) throw new UsageError([`usage: trestle open [--data-dir DIR] [${noBrowser}]`]);
  const link = await freshLink(credentialFiles(directory).adminKubeconfig);
  process.stdout.write(`${link}\n`);
  if (!args.includes(noBrowser)) await openInBrowser(link);
}

async function freshLink(kubeconfig: string): Promise<string> {
  const connection = await connectionFrom(await loadKubeconfig({ file: kubeconfig }).catch(notStarted));
  const transport = new Http2Transport(connection);
  try {
    const response = await transport.send({ method: 'POST', target: '/console/links', headers: {} }).catch(notStarted);
    if (response.status !== 200) throw new UsageError([`${connection.server} does not serve the console`]);
    const { path } = JSON.parse((await response.body()).toString()) as { path: string };
    return `${connection.server}${path}`;
  } finally {
    await transport.close();
  }

  function notStarted(error: unknown): never {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError([`no server to be reached by ${kubeconfig}: ${reason}`]);
  }
}
