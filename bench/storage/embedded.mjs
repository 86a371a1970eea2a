import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { EmbeddedStorage } from '../../dist/storage/embedded/index.js';
import { timed, times } from '../harness.mjs';

export const title = 'durable creates of 1 KiB at 64 writers, beside a plain lmdb loop';

const writers = 64;
const seconds = 2;
const rounds = times(4);
const value = Buffer.alloc(1024, 'x');

export async function run(bench) {
  const ours = [];
  const plain = [];
  // Alternating, so that a disturbance affects both.
  for (let round = 0; round < rounds; round++) {
    plain.push(await inDirectory(plainLoop));
    ours.push(await inDirectory(embeddedLoop));
  }
  const [best, bestPlain] = [ours, plain].map((results) =>
    results.reduce((a, b) => (a.perSecond > b.perSecond ? a : b)),
  );
  bench.row('plain lmdb, puts', bestPlain.perSecond, '/s');
  bench.row('embedded engine, creates', best.perSecond, '/s', { atLeast: 30_000 });
  bench.row('our time over plain lmdb', bestPlain.perSecond / best.perSecond, 'x', { atMost: 1.5 });
  bench.row('plain lmdb, CPU of a put', bestPlain.cpuMicroseconds, 'µs');
  bench.row('embedded engine, CPU of a create', best.cpuMicroseconds, 'µs');
  bench.row('our CPU over plain lmdb', best.cpuMicroseconds / bestPlain.cpuMicroseconds, 'x');
  bench.row('one lone writer', (await inDirectory((directory) => embeddedLoop(directory, 1))).perSecond, '/s');
}

async function inDirectory(loop) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  try {
    return await loop(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function plainLoop(directory) {
  const database = open({ path: directory, encoding: 'binary', overlappingSync: false });
  const result = await load((key) => database.put(key, value), writers);
  await database.close();
  return result;
}

async function embeddedLoop(directory, writerCount = writers) {
  const storage = await EmbeddedStorage.open({ directory });
  const result = await load((key) => storage.commit([{ type: 'put', key, value, expect: 0n }]), writerCount);
  await storage.close();
  return result;
}

async function load(write, writerCount) {
  let count = 0;
  const end = performance.now() + seconds * 1000;
  const writer = async (_, index) => {
    for (let number = 0; performance.now() < end; number++, count++) await write(`/things/ns-${index}/name-${number}`);
  };
  const took = await timed(() => Promise.all(Array.from({ length: writerCount }, writer)));
  return { perSecond: count / took.seconds, cpuMicroseconds: (took.cpuSeconds / count) * 1e6 };
}
