// Writes lib/bootstrap-objects.txt: the objects that a server and its controllers create on an empty storage. Test servers
// start with them, which saves them most of their work.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { formatBootstrapImage } from '../dist/testing/bootstrap-image.js';
import { TestServer } from '../dist/testing/index.js';

/** Controllers write statuses in the background when the server is ready: the text is written when none changes it. */
const quietMilliseconds = 250;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const server = await TestServer.start();
let [text, written] = ['', undefined];
while (text !== written) {
  written = text;
  await sleep(quietMilliseconds);
  text = formatBootstrapImage(server.image());
}
writeFileSync('lib/bootstrap-objects.txt', text);
await server.close();
