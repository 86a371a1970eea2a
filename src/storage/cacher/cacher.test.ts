import { describe, expect, test } from 'vitest';
import { EmbeddedStorage } from '../embedded/index.js';
import { StorageError } from '../errors.js';
import type { Revision, Storage, Watch, WatchOptions } from '../storage.js';
import type { Selection } from './cache-event.js';
import type { ListOptions } from './cache-reader.js';
import type { CacheBatch } from './cache-watch.js';
import { described, labelled, onNode, openCache, put, read, remove } from './cacher.test.support.js';

test('pages of what the store has given up end, though the cache still knows it', async () => {
  const { cacher, storage } = await openCache();
  await put(cacher, 'a', {});
  await put(cacher, 'b', {});
  const { revision, more } = await cacher.list('/things/', { limit: 1 });
  expect(more).toBe(true);
  const next = { limit: 1, startKey: '/things/b', revision };
  await put(cacher, 'a', {});
  expect((await cacher.list('/things/', next)).entries.map(({ key }) => key)).toEqual(['/things/b']);
  await storage.compact(revision + 1n);
  await expect(cacher.list('/things/', next)).rejects.toMatchObject({ code: 'compacted', boundary: revision + 1n });
});

describe('a watch with a selection', () => {
  test('reports what enters and leaves the selection, with the revision', async () => {
    const { cacher } = await openCache();
    const watch = cacher.watchChanges({ prefix: '/things/' }, { selection: labelled('app', 'web').selection });
    await cacher.fresh();
    await put(cacher, 'a', { labels: { app: 'db' } });
    await put(cacher, 'a', { labels: { app: 'web' } });
    await put(cacher, 'a', { labels: { app: 'web', x: 'y' } });
    await put(cacher, 'a', { labels: { app: 'db' } });
    await put(cacher, 'a', { labels: { app: 'web' } });
    await remove(cacher, 'a');
    expect(await read(watch, 5)).toEqual([
      'added a@same',
      'modified a@same',
      'deleted a@same',
      'added a@same',
      'deleted a@same',
    ]);
  });

  test('evaluates a selection twice per event, however many watches share it', async () => {
    const { cacher } = await openCache();
    const { selection, requested } = labelled('app', 'web');
    await put(cacher, 'a', { labels: { app: 'web' } });
    const watches = Array.from({ length: 100 }, () => cacher.watchChanges({ prefix: '/things/' }, { selection }));
    const reading = Promise.all(watches.map((watch) => watch.next()));
    await cacher.fresh();
    requested.length = 0;
    await put(cacher, 'a', { labels: { app: 'web', changed: 'yes' } });
    const results = await reading;
    expect(requested.length).toBe(2);
    const deliveries = new Set(results.map((result) => (result.value as CacheBatch).deliveries[0]));
    expect(deliveries.size).toBe(1);
    const [delivery] = deliveries;
    const frames = [1, 2, 3].map(() =>
      delivery!.encodedAs('json', ({ value }) => Buffer.concat([value, Buffer.from('\n')])),
    );
    expect(new Set(frames).size).toBe(1);
  });

  test('is not evaluated for events that its indexed field excludes', async () => {
    const { cacher } = await openCache({ indexedFields: ['spec.node'] });
    const [one, two] = [onNode('one'), onNode('two')];
    const watch = cacher.watchChanges({ prefix: '/things/' }, { selection: one.selection });
    const other = cacher.watchChanges({ prefix: '/things/' }, { selection: two.selection });
    const reading = Promise.all([read(watch, 2), read(other, 1)]);
    await cacher.fresh();
    await put(cacher, 'a', { spec: { node: 'one' } });
    expect(two.requested.length).toBe(0);
    await put(cacher, 'a', { spec: { node: 'two' } });
    expect(await reading).toEqual([['added a@same', 'deleted a@same'], ['added a@same']]);
  });
});

describe('a watch that is ended', () => {
  test('lets a reader that waits go', async () => {
    const { cacher } = await openCache();
    const watch = cacher.watchChanges({ prefix: '/things/' }, { after: await put(cacher, 'a') });
    const reading = watch.next();
    await cacher.fresh();
    await watch.return();
    expect(await reading).toMatchObject({ done: true });
  });
});

describe('a watch of a scope', () => {
  test('of one key hears nothing of keys that begin with it', async () => {
    const { cacher } = await openCache();
    const watch = cacher.watchChanges({ key: '/things/ns/a' }, { initialEvents: true });
    await put(cacher, 'ns/ab');
    await put(cacher, 'ns/a');
    expect(await read(watch, 2)).toEqual(['added ns/a@same', 'initial-events-end true']);
    await put(cacher, 'ns/ab');
    await remove(cacher, 'ns/a');
    expect(await read(watch, 1)).toEqual(['deleted ns/a@same']);
  });
});

describe('a watch with initial events', () => {
  test('begins with what is there, marks the end, and goes on', async () => {
    const { cacher } = await openCache();
    await put(cacher, 'ns1/a');
    await put(cacher, 'ns2/b');
    const watch = cacher.watchChanges({ prefix: '/things/ns1/' }, { initialEvents: true });
    expect(await read(watch, 2)).toEqual(['added ns1/a@same', 'initial-events-end true']);
    await put(cacher, 'ns2/c');
    await put(cacher, 'ns1/d');
    expect(await read(watch, 1)).toEqual(['added ns1/d@same']);
  });
});

describe('bookmarks', () => {
  test('send progress on request, even without events', async () => {
    const { cacher } = await openCache();
    const watch = cacher.watchChanges({ prefix: '/things/quiet/' }, { bookmarks: true });
    const silent = cacher.watchChanges({ prefix: '/things/quiet/' });
    const [bookmark, nothing] = [watch.next(), silent.next()];
    const revision = await put(cacher, 'busy');
    cacher.sendBookmarks();
    expect((await bookmark).value).toMatchObject({ revision, deliveries: [], bookmark: 'progress' });
    await put(cacher, 'quiet/a');
    expect(described((await nothing).value)).toEqual(['added quiet/a@same']);
  });
});

describe('a list', () => {
  test('continues at the revision at which it began, and says how much remains', async () => {
    const { cacher } = await openCache({ windowCapacity: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await put(cacher, name);
    const first = await cacher.list('/things/', { limit: 2 });
    expect(first).toMatchObject({ more: true, remaining: 3 });
    for (const name of ['a', 'c', 'd']) await remove(cacher, name);
    await put(cacher, 'c2');
    const rest = await cacher.list('/things/', { startKey: '/things/b\0', revision: first.revision });
    expect(rest.entries.map(({ key }) => key)).toEqual(['/things/c', '/things/d', '/things/e']);
    expect(rest).toMatchObject({ revision: first.revision, more: false, remaining: 0 });
  });

  test('that has reached its limit has more when anything follows, selected or not', async () => {
    const { cacher } = await openCache({ indexedFields: ['spec.node'] });
    await put(cacher, 'a', { labels: { app: 'y' }, spec: { node: 'n0' } });
    await put(cacher, 'b', { labels: { app: 'x' }, spec: { node: 'n1' } });
    await put(cacher, 'c', { labels: { app: 'y' }, spec: { node: 'n0' } });
    const more = async (selection: Selection, options: ListOptions) =>
      (await cacher.list('/things/', { selection, ...options })).more;
    const [x, y] = [labelled('app', 'x').selection, labelled('app', 'y').selection];
    const [n0, n1] = [onNode('n0').selection, onNode('n1').selection];
    expect(await more(x, { limit: 1 })).toBe(true);
    expect(await more(x, { limit: 2 })).toBe(false);
    expect(await more(y, { limit: 2 })).toBe(false);
    expect(await more(n1, { limit: 1 })).toBe(true);
    expect(await more(n1, { limit: 1, moreByField: 'spec.node' })).toBe(false);
    expect(await more(n0, { limit: 1, moreByField: 'spec.node' })).toBe(true);
  });

  test('with a selection at a revision that has left the window is read from the store', async () => {
    const { cacher } = await openCache({ windowCapacity: 1 });
    await put(cacher, 'a', { labels: { app: 'web' } });
    await put(cacher, 'b');
    const revision = await put(cacher, 'c', { labels: { app: 'web' } });
    for (const name of ['a', 'b', 'c']) await remove(cacher, name);
    const { selection } = labelled('app', 'web');
    const page = await cacher.list('/things/', { revision, selection, limit: 1 });
    expect([page.entries.map(({ key }) => key), page.more]).toEqual([['/things/a'], true]);
    const all = await cacher.list('/things/', { revision, selection });
    expect([all.entries.map(({ key }) => key), all.more]).toEqual([['/things/a', '/things/c'], false]);
  });

  test('by an indexed field looks only at what has that value, also in the past', async () => {
    const { cacher } = await openCache({ indexedFields: ['spec.node'] });
    for (let index = 0; index < 20; index++)
      await put(cacher, `ns${index % 2}/${index}`, { spec: { node: `n${index % 5}` } });
    const { selection, requested } = onNode('n1');
    const { entries, revision } = await cacher.list('/things/ns1/', { selection });
    expect(entries.map(({ key }) => key)).toEqual(['/things/ns1/1', '/things/ns1/11']);
    expect(requested.length).toBe(2);
    await put(cacher, 'ns1/1', { spec: { node: 'elsewhere' } });
    expect((await cacher.list('/things/ns1/', { selection })).entries.length).toBe(1);
    expect((await cacher.list('/things/ns1/', { selection, revision })).entries.length).toBe(2);
  });

  test('parses only for selections, and nothing if the writer passes attributes', async () => {
    const { cacher, reads } = await openCache();
    const watch = cacher.watchChanges({ prefix: '/things/' }, { initialEvents: true });
    await put(cacher, 'a', { labels: { app: 'web' } });
    await cacher.list('/things/');
    await cacher.get('/things/a');
    await watch.next();
    expect(reads).toEqual([]);
    const { selection } = labelled('app', 'web');
    for (let count = 0; count < 3; count++) await cacher.list('/things/', { selection });
    expect(reads).toEqual(['/things/a']);
    const attributes = { labels: { app: 'web' }, fields: {} };
    await cacher.commit([{ type: 'put', key: '/things/b', value: Buffer.from('{"metadata":{}}'), attributes }]);
    expect((await cacher.list('/things/', { selection })).entries.length).toBe(2);
    expect(reads).toEqual(['/things/a']);
  });
});

/** A real storage whose watches can be paused or broken. */
class Troubled implements Storage {
  readonly #storage: EmbeddedStorage;
  break: ((error: Error) => void) | undefined;
  readonly currentRevision;
  readonly get;
  readonly range;
  readonly commit;
  readonly compact;
  readonly close;

  constructor(storage: EmbeddedStorage) {
    this.#storage = storage;
    this.currentRevision = storage.currentRevision.bind(storage);
    this.get = storage.get.bind(storage);
    this.range = storage.range.bind(storage);
    this.commit = storage.commit.bind(storage);
    this.compact = storage.compact.bind(storage);
    this.close = storage.close.bind(storage);
  }

  get oldestRevision(): Revision {
    return this.#storage.oldestRevision;
  }

  watch(prefix: string, options: WatchOptions = {}): Watch {
    const watch = this.#storage.watch(prefix, options);
    const broken = new Promise<never>((_resolve, reject) => {
      this.break = reject;
    });
    broken.catch(() => undefined);
    const batches = watch[Symbol.asyncIterator]();
    return {
      requestProgress: () => watch.requestProgress(),
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.race([batches.next(), broken]),
        return: () => batches.return!(),
      }),
    };
  }
}

describe('a cache whose watch breaks', () => {
  test('goes on where it was', async () => {
    const storage = new Troubled(await EmbeddedStorage.open());
    const { cacher } = await openCache({ storage });
    const watch = cacher.watchChanges({ prefix: '/things/' }, { after: await put(cacher, 'a') });
    storage.break!(new StorageError('unavailable', 'the connection is gone'));
    await put(cacher, 'b');
    expect((await cacher.list('/things/')).entries.length).toBe(2);
    expect(await read(watch, 1)).toEqual(['added b@same']);
  });

  test('resolves earlier waiters even if no watched key changes', async () => {
    const storage = new Troubled(await EmbeddedStorage.open());
    const { cacher } = await openCache({ storage });
    await cacher.commit([{ type: 'put', key: '/others/x', value: Buffer.from('1') }]);
    storage.break!(new StorageError('unavailable', 'the connection is gone'));
    expect((await cacher.list('/things/')).entries.length).toBe(0);
  });

  test('begins anew where the store has given up its place, and watches that missed nothing go on', async () => {
    const storage = new Troubled(await EmbeddedStorage.open());
    const { cacher } = await openCache({ storage });
    const start = await put(cacher, 'a');
    const [current, behind] = [start, start - 1n].map((after) =>
      cacher.watchChanges({ prefix: '/things/' }, { after }),
    );
    const reading = current!.next();
    await cacher.fresh();
    storage.break!(new StorageError('compacted', 'history is gone'));
    const revision = await put(cacher, 'b');
    await put(cacher, 'c');
    expect(described((await reading).value)[0]).toBe('added b@same');
    await storage.compact(revision);
    await put(cacher, 'd');
    expect((await cacher.list('/things/')).entries.map(({ key }) => key)).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => `/things/${name}`),
    );
    await expect(read(behind!, 3)).rejects.toMatchObject({ code: 'compacted' });
  });
});

describe('the event window', () => {
  const large = 'x'.repeat(1000);
  /** The revisions from which watches of the store were opened. */
  async function openCounted() {
    const storage = await EmbeddedStorage.open();
    const histories: (Revision | undefined)[] = [];
    const watch = storage.watch.bind(storage);
    storage.watch = (prefix, options) => {
      histories.push(options?.after);
      return watch(prefix, options);
    };
    const { cacher } = await openCache({ storage, windowBytes: 4500 });
    histories.length = 0;
    return { cacher, histories };
  }

  test('keeps few events of large objects: watches of older revisions begin with the history of the store', async () => {
    const { cacher, histories } = await openCounted();
    const revisions: Revision[] = [];
    for (let count = 0; count < 8; count++) revisions.push(await put(cacher, 'a', { spec: { node: large + count } }));
    const changed = (after: Revision, count: number) =>
      read(cacher.watchChanges({ prefix: '/things/' }, { after }), count);
    expect(await changed(revisions[4]!, 3)).toEqual(Array(3).fill('modified a@same'));
    expect(histories).toEqual([]);
    expect(await changed(revisions[1]!, 6)).toEqual(Array(6).fill('modified a@same'));
    expect(histories).toEqual([revisions[1]]);
  });

  test('keeps no event of an object that is larger than what it may keep', async () => {
    const { cacher, histories } = await openCounted();
    const before = await put(cacher, 'a', { spec: { node: large.repeat(5) } });
    await put(cacher, 'a', { spec: { node: large } });
    const latest = await put(cacher, 'b');
    expect(await read(cacher.watchChanges({ prefix: '/things/' }, { after: before }), 2)).toEqual([
      'modified a@same',
      'added b@same',
    ]);
    expect(histories).toEqual([before]);
    const watch = cacher.watchChanges({ prefix: '/things/' }, { after: latest });
    await put(cacher, 'c');
    expect(await read(watch, 1)).toEqual(['added c@same']);
    expect(histories).toEqual([before]);
  });
});

describe('a slow watch', () => {
  test('does not hold up others and misses nothing when it reads again', async () => {
    const { cacher } = await openCache({ windowCapacity: 10 });
    const start = await put(cacher, 'start');
    const [slow, quick] = [1, 2].map(() => cacher.watchChanges({ prefix: '/things/' }, { after: start }));
    const first = slow!.next();
    await put(cacher, 'first');
    await first;
    const reading = read(quick!, 1201);
    for (let count = 0; count < 1200; count += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => put(cacher, `${count + index}`)));
    }
    expect(new Set(await reading).size).toBe(1201);
    expect(new Set(await read(slow!, 1200)).size).toBe(1200);
  });

  test('that the store has left behind is ended, and others are not', async () => {
    const { cacher } = await openCache({ windowCapacity: 10 });
    const start = await put(cacher, 'start');
    const slow = cacher.watchChanges({ prefix: '/things/' }, { after: start });
    const quick = cacher.watchChanges({ prefix: '/things/' }, { after: start });
    const reading = read(quick, 51);
    for (let count = 0; count < 50; count++) await put(cacher, `${count}`);
    await cacher.compact(await cacher.currentRevision());
    await put(cacher, 'last');
    await expect(slow.next()).rejects.toMatchObject({ code: 'compacted' });
    expect((await reading).at(-1)).toBe('added last@same');
  });
});

describe('a cache that is stopped', () => {
  test('leaves its storage open, and ends its watches after pending events', async () => {
    const { cacher, storage } = await openCache();
    const after = await put(cacher, 'a');
    const watch = cacher.watchChanges({ prefix: '/things/' }, { after });
    await put(cacher, 'b');
    await cacher.fresh();
    const first = await watch.next();
    await put(cacher, 'c');
    await cacher.fresh();
    await cacher.stop();
    const second = await watch.next();
    const keysOf = ({ value }: IteratorResult<CacheBatch>) =>
      value.deliveries.map(({ event }: CacheBatch['deliveries'][0]) => event.key);
    expect([keysOf(first), keysOf(second)]).toEqual([['/things/b'], ['/things/c']]);
    await expect(watch.next()).rejects.toMatchObject({ code: 'closed' });
    await expect(cacher.get('/things/a')).rejects.toMatchObject({ code: 'closed' });
    expect((await storage.get('/things/a')).entry).toBeDefined();
  });
});

describe('the first entry of a cache', () => {
  test('is announced once: when it is there already, when it is written, and when it comes back', async () => {
    const { cacher } = await openCache();
    const announced: string[] = [];
    const announce = (name: string) => cacher.onFirstEntry(() => announced.push(name));
    announce('before');
    const cancel = announce('cancelled');
    cancel();
    expect(announced).toEqual([]);
    await put(cacher, 'a');
    await put(cacher, 'b');
    await cacher.fresh();
    expect(announced).toEqual(['before']);
    announce('at once');
    expect(announced).toEqual(['before', 'at once']);
    for (const path of ['a', 'b']) await remove(cacher, path);
    await cacher.fresh();
    announce('later');
    expect(announced).toEqual(['before', 'at once']);
    await put(cacher, 'a');
    await cacher.fresh();
    expect(announced).toEqual(['before', 'at once', 'later']);
  });
});
