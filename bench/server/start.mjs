// A server of the library with nothing installed, from process start to the first successful /readyz.
import { fileURLToPath } from 'node:url';
import { bareNode, startProcess } from '../support/start-process.mjs';

export const title = 'start of an empty server';

const rounds = 15;

export async function run(bench) {
  const server = fileURLToPath(new URL('./support/empty-server.mjs', import.meta.url));
  let [milliseconds, residentMegabytes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    const started = await startProcess([server]);
    milliseconds = Math.min(milliseconds, started.milliseconds);
    residentMegabytes = Math.min(residentMegabytes, started.residentMegabytes);
  }
  bench.row('bare node, to its end', await bareNode({ rounds }), 'ms');
  bench.row('process start to readyz', milliseconds, 'ms', { atMost: 150 });
  bench.row('resident memory when ready', residentMegabytes, 'MB', { atMost: 70 });
}
