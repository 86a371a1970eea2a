import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JoinedItems, listBytes } from '../../dist/server/handlers/output/list-bytes.js';
import { Cacher, objectPresentation } from '../../dist/storage/cacher/index.js';
import { EmbeddedStorage } from '../../dist/storage/embedded/index.js';
import { timed } from '../harness.mjs';

export const title = 'objects of 1.2 KB in the watch cache';

const presentation = objectPresentation((value) => {
  const { metadata } = JSON.parse(value.toString());
  return { labels: metadata.labels ?? {}, fields: {} };
});

export async function run(bench) {
  await readsAndEvents(bench);
  await startAndMemory(bench);
}

async function readsAndEvents(bench) {
  const storage = await EmbeddedStorage.open();
  await fill(storage, 10_000);
  const cacher = await Cacher.start({ storage, prefix: '/things/', presentation });
  const items = new JoinedItems();
  const anew = { of: (run) => items.made(run) };
  bench.row('full read of 10,000 objects as bytes', await gigabytesPerSecond(cacher, anew), 'GB/s', { atLeast: 2 });
  bench.row('the same when nothing has changed since the last', await gigabytesPerSecond(cacher, items), 'GB/s');
  bench.row('get of one object', await microsecondsPerGet(cacher), 'µs');
  await watchers(bench, cacher);
  await cacher.close();
}

async function gigabytesPerSecond(cacher, items) {
  const [head, tail] = [Buffer.from('{"items":['), Buffer.from(']}')];
  let best = 0;
  for (let round = 0; round < 60; round++) {
    const took = await timed(async () => {
      let bytes = 0;
      const { runs } = await cacher.list('/things/');
      for (const chunk of listBytes({ head, runs, items, tail })) bytes += chunk.length;
      return bytes;
    });
    best = Math.max(best, took.result / took.seconds / 1e9);
  }
  return best;
}

async function microsecondsPerGet(cacher) {
  const took = await timed(async () => {
    for (let count = 0; count < 200_000; count++) await cacher.get(`/things/ns-${count % 10}/name-${count % 10_000}`);
  });
  return (took.seconds / 200_000) * 1e6;
}

async function watchers(bench, cacher) {
  let received = 0;
  // As for requests, each watch has a signal of its own.
  const controls = Array.from({ length: 1000 }, () => new AbortController());
  const watch = async ({ signal }) => {
    for await (const batch of cacher.watchChanges({ prefix: '/things/' }, { signal })) {
      for (const delivery of batch.deliveries) received += delivery.encodedAs('frame', frame).length > 0 ? 1 : 0;
    }
  };
  const watching = controls.map(watch);
  await cacher.fresh();
  const events = 500;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = received;
    const took = await timed(async () => {
      for (let count = 0; count < events; count++) {
        await cacher.commit([{ type: 'put', key: '/things/ns-0/hot', value: object('ns-0', 'hot') }]);
      }
    });
    if (received - before < (events - 1) * 1000) throw new Error(`only ${received - before} deliveries`);
    best = Math.min(best, (took.cpuSeconds / events) * 1000);
  }
  bench.row('one write and its event to 1,000 watchers, CPU', best, 'ms', { atMost: 2 });
  for (const control of controls) control.abort();
  await Promise.all(watching);
}

function frame(delivery) {
  return Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), delivery.value, Buffer.from('}\n')]);
}

async function startAndMemory(bench) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const count = 100_000;
  const filled = await EmbeddedStorage.open({ directory });
  await fill(filled, count);
  await filled.close();
  const before = settledMemory();
  const took = await timed(async () => {
    const storage = await EmbeddedStorage.open({ directory });
    return Cacher.start({ storage, prefix: '/things/', presentation });
  });
  bench.row('start from 100,000 stored objects', took.seconds, 's', { atMost: 2 });
  const { entries } = await took.result.list('/things/', { notOlderThan: 0n });
  if (entries.length !== count) throw new Error(`${entries.length} objects are cached`);
  bench.row(
    'size of a cached object, as bytes',
    entries.reduce((sum, { value }) => sum + value.length, 0) / count,
    'B',
  );
  bench.row('memory of a cached object', (settledMemory() - before) / count, 'B', { atMost: 2000 });
  await took.result.close();
  rmSync(directory, { recursive: true });
}

/** Heap and buffers in use, after garbage collection. */
function settledMemory() {
  for (let round = 0; round < 4; round++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function fill(storage, count) {
  for (let number = 0; number < count; number += 500) {
    await Promise.all(
      Array.from({ length: 500 }, (_, index) => {
        const [namespace, name] = [`ns-${(number + index) % 10}`, `name-${number + index}`];
        return storage.commit([{ type: 'put', key: `/things/${namespace}/${name}`, value: object(namespace, name) }]);
      }),
    );
  }
}

function object(namespace, name) {
  const metadata = {
    name,
    namespace,
    uid: 'c0ffee00-0000-4000-8000-000000000000',
    labels: { app: 'web', tier: 'front' },
  };
  const body = { apiVersion: 'example.com/v1', kind: 'Thing', metadata, spec: { text: 'x'.repeat(960) } };
  return Buffer.from(JSON.stringify(body));
}
