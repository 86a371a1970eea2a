// From process start to the first successful /readyz: what users, and every test that starts a server, wait for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareNode, startProcess } from '../support/start-process.mjs';

export const title = 'start of the whole chain';

const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const rounds = 9;

export async function run(bench) {
  const best = { first: Number.POSITIVE_INFINITY, later: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
    const first = await startProcess([program, '--secure-port=0'], { directory });
    const later = await startProcess([program, '--secure-port=0'], { directory });
    best.first = Math.min(best.first, first.milliseconds);
    best.later = Math.min(best.later, later.milliseconds);
    best.memory = Math.min(best.memory, later.residentMegabytes);
    rmSync(directory, { recursive: true, force: true });
  }
  bench.row('bare node, to its end', await bareNode({ rounds }), 'ms');
  bench.row('first start, keys and certificates made', best.first, 'ms', { atMost: 400 });
  bench.row('later start', best.later, 'ms', { atMost: 250 });
  bench.row('resident memory when ready', best.memory, 'MB');
}
