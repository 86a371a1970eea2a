import {
  createTransformers,
  EncryptedStorage,
  identityTransformer,
  ReloadableTransformers,
} from '../../dist/storage/encryption/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'values of 1.2 KB to storage and back';

const VALUE = Buffer.alloc(1200, '{"kind":"Secret","apiVersion":"v1","data":{"password":"c2VjcmV0"}}');
const CONTEXT = '/registry/secrets/default/some-token';

export async function run(bench) {
  for (const type of ['aesgcm', 'aescbc', 'secretbox']) cipherRows(bench, type);
  identityRows(bench);
  await storageRows(bench);
}

function transformerOf(...providers) {
  const secrets = { group: '', resource: 'secrets' };
  return createTransformers({ rules: [{ resources: [secrets], providers }] }).forResource(secrets);
}

function keyed(type) {
  return { type, keys: [{ name: 'key1', secret: Buffer.alloc(32, 7) }] };
}

function cipherRows(bench, type) {
  const transformer = transformerOf(keyed(type));
  const stored = transformer.toStorage(VALUE, CONTEXT);
  const limit = type === 'secretbox' ? { atMost: 40 } : { atMost: 15 };
  const write = nanosecondsPerCall(() => transformer.toStorage(VALUE, CONTEXT));
  const read = nanosecondsPerCall(() => transformer.fromStorage(stored, CONTEXT));
  bench.row(`${type}: encrypt`, write / 1e3, 'µs', limit);
  bench.row(`${type}: encrypt`, (VALUE.length * 1e3) / write, 'MB/s');
  bench.row(`${type}: decrypt`, read / 1e3, 'µs', limit);
  bench.row(`${type}: decrypt`, (VALUE.length * 1e3) / read, 'MB/s');
}

function identityRows(bench) {
  const reloadable = new ReloadableTransformers({ forResource: () => identityTransformer });
  const transformer = reloadable.forResource({ group: '', resource: 'secrets' });
  const read = nanosecondsPerCall(() => transformer.fromStorage(VALUE, CONTEXT));
  bench.row('identity, reloadable: read', read, 'ns', { atMost: 200 });
}

/** The cost of the layer itself: over a storage that immediately returns the same objects. */
async function storageRows(bench) {
  const entries = Array.from({ length: 1000 }, (_, index) => ({
    key: `/secrets/default/${index}`,
    value: VALUE,
    createRevision: 1n,
    modRevision: 1n,
  }));
  const answering = answeringStorage(entries);
  const identity = new EncryptedStorage({
    storage: answering,
    transformer: identityTransformer,
    keyPrefix: '/registry',
  });
  const operations = [{ type: 'put', key: '/secrets/default/a', value: VALUE }];
  for (const [what, call] of [
    ['get', (storage) => storage.get('/secrets/default/0')],
    ['range of 1000', (storage) => storage.range('/secrets/')],
    ['put', (storage) => storage.commit(operations)],
  ]) {
    const bare = await nanosecondsPerAwait(() => call(answering));
    const layered = await nanosecondsPerAwait(() => call(identity));
    bench.row(`identity: overhead of a ${what}`, layered - bare, 'ns');
  }
  const batches = 20_000;
  const bare = await nanosecondsPerBatch(answering, batches);
  bench.row(
    'identity: overhead of a watch batch of one event',
    (await nanosecondsPerBatch(identity, batches)) - bare,
    'ns',
  );
}

function answeringStorage(entries) {
  const range = { revision: 1n, entries, more: false };
  const get = { revision: 1n, entry: entries[0] };
  const committed = { committed: true, revision: 2n };
  const batch = { revision: 2n, events: [{ type: 'put', entry: entries[0] }] };
  const result = { done: false, value: batch };
  return {
    get: async () => get,
    range: async () => range,
    commit: async () => committed,
    watch: () => ({ requestProgress() {}, [Symbol.asyncIterator]: () => ({ next: async () => result }) }),
  };
}

async function nanosecondsPerAwait(call) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round++) {
    const begin = process.hrtime.bigint();
    for (let index = 0; index < 2000; index++) await call();
    best = Math.min(best, Number(process.hrtime.bigint() - begin) / 2000);
  }
  return best;
}

async function nanosecondsPerBatch(storage, batches) {
  const iterator = storage.watch('/secrets/')[Symbol.asyncIterator]();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round++) {
    const begin = process.hrtime.bigint();
    for (let index = 0; index < batches; index++) await iterator.next();
    best = Math.min(best, Number(process.hrtime.bigint() - begin) / batches);
  }
  return best;
}
