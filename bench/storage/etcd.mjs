import { GrpcConnection } from '../../dist/storage/etcd/grpc/connection.js';
import { EtcdStorage } from '../../dist/storage/etcd/index.js';
import { Method } from '../../dist/storage/etcd/protocol/services.js';
import { encodeTxn } from '../../dist/storage/etcd/protocol/txn.js';
import { TestEtcd } from '../../dist/storage/etcd/testing/index.js';
import { timed } from '../harness.mjs';

export const title = 'etcd engine against a real etcd with its data in memory, so that the disk is not measured';

const inFlight = 64;
const putsPerRound = 6000;
const rounds = 7;
const value = Buffer.alloc(1024, 'x');

export async function run(bench) {
  const etcd = await TestEtcd.start();
  const storage = await EtcdStorage.open({ endpoints: [etcd.endpoint] });
  const connection = await GrpcConnection.open(new URL(etcd.endpoint), {
    tls: {},
    connectTimeoutMilliseconds: 3000,
    keepalive: { idleMilliseconds: 10_000, timeoutMilliseconds: 5000 },
  });
  try {
    await puts(bench, storage, connection);
    await lists(bench, storage);
    await watches(bench, storage);
  } finally {
    await storage.close();
    await connection.close();
    await etcd.stop();
  }
}

/** Alternating rounds, and the best of each counts, so that a disturbance affects all. */
async function puts(bench, storage, connection) {
  const send = (frame) => connection.unary(Method.txn, frame, 10_000);
  const best = { encoded: none(), bare: none(), ours: none() };
  for (let round = 0; round <= rounds; round++) {
    const frames = Array.from({ length: putsPerRound }, (_, index) => bareCreate(`/encoded/${round}-${index}`));
    const contestants = {
      encoded: (index) => send(frames[index]),
      bare: (index) => send(bareCreate(`/bare/${round}-${index}`)),
      ours: (index) => storage.commit([{ type: 'put', key: `/ours/${round}-${index}`, value, expect: 0n }]),
    };
    for (const [name, put] of Object.entries(contestants)) {
      globalThis.gc?.();
      const measured = await timed(() => loop(put));
      if (round > 0) keepBest(best[name], measured);
    }
  }
  const { encoded, bare, ours } = best;
  const microseconds = ({ cpuSeconds }) => (cpuSeconds / putsPerRound) * 1e6;
  const what = `create of 1 KiB, ${inFlight} in flight`;
  bench.row(`${what}: bare gRPC`, putsPerRound / bare.seconds, 'puts/s');
  bench.row(`${what}: EtcdStorage.commit`, putsPerRound / ours.seconds, 'puts/s');
  bench.row(`${what}: bare gRPC, requests encoded before`, microseconds(encoded), 'µs CPU/put');
  bench.row(`${what}: bare gRPC`, microseconds(bare), 'µs CPU/put');
  bench.row(`${what}: EtcdStorage.commit`, microseconds(ours), 'µs CPU/put');
  bench.row('our time over bare gRPC', ours.seconds / bare.seconds, '×', { atMost: 1.3 });
  bench.row('our CPU over bare gRPC', ours.cpuSeconds / bare.cpuSeconds, '×', { atMost: 1.3 });
}

async function lists(bench, storage) {
  const best = none();
  let count = 0;
  for (let round = 0; round < 3; round++) {
    const list = await timed(() => storage.range('/ours/'));
    keepBest(best, list);
    count = list.result.entries.length;
  }
  bench.row(`list of ${count.toLocaleString('en-US')} entries of 1 KiB`, count / best.seconds, 'entries/s');
}

async function watches(bench, storage) {
  const after = await storage.currentRevision();
  const watched = await timed(async () => {
    const reading = Promise.all(Array.from({ length: 10 }, () => read(storage.watch('/watched/', { after }))));
    await loop((index) => storage.commit([{ type: 'put', key: `/watched/${index}`, value }]));
    await reading;
  });
  bench.row('the same puts with 10 watches on them', (10 * putsPerRound) / watched.seconds, 'events/s');
}

async function read(watch) {
  let events = 0;
  for await (const batch of watch) {
    events += batch.events.length;
    if (events >= putsPerRound) return;
  }
}

async function loop(put) {
  let next = 0;
  const worker = async () => {
    while (next < putsPerRound) await put(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** The request of `commit` for a create. */
function bareCreate(name) {
  const key = Buffer.from(`/registry${name}`);
  return encodeTxn({
    compare: [{ key, target: 'mod-revision', value: 0n }],
    success: [{ type: 'put', key, value, lease: 0n }],
    failure: [{ type: 'get', key }],
  });
}

function none() {
  return { seconds: Number.POSITIVE_INFINITY, cpuSeconds: Number.POSITIVE_INFINITY };
}

function keepBest(best, { seconds, cpuSeconds }) {
  best.seconds = Math.min(best.seconds, seconds);
  best.cpuSeconds = Math.min(best.cpuSeconds, cpuSeconds);
}
