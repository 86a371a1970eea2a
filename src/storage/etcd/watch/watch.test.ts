import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation, Revision, Watch, WatchBatch, WatchEvent } from '../../storage.js';
import { EtcdStorage } from '../etcd-storage.js';
import type { EtcdOptions } from '../options.js';
import { etcdIsInstalled, TestEtcd } from '../testing/index.js';

/** Reads a watch step by step. */
class Reader {
  readonly batches: WatchBatch[] = [];
  readonly watch: Watch;
  readonly #iterator: AsyncIterator<WatchBatch>;

  constructor(watch: Watch) {
    this.watch = watch;
    this.#iterator = watch[Symbol.asyncIterator]();
  }

  async next(): Promise<WatchBatch> {
    const { value, done } = await this.#iterator.next();
    if (done) throw new Error('the watch has ended');
    this.batches.push(value);
    return value;
  }

  /** The events up to and including this revision. */
  async until(revision: Revision): Promise<WatchEvent[]> {
    while ((this.batches.at(-1)?.revision ?? 0n) < revision) await this.next();
    return this.batches.flatMap(({ events }) => events);
  }

  async isOver(): Promise<boolean> {
    return (await this.#iterator.next()).done === true;
  }
}

const revisionOf = (event: WatchEvent) => (event.type === 'put' ? event.entry.modRevision : event.revision);

describe.skipIf(!etcdIsInstalled())('a watch in etcd', () => {
  let etcd: TestEtcd;
  let storage: EtcdStorage;
  let opened: EtcdStorage[] = [];
  let prefixes = 0;

  beforeAll(async () => {
    etcd = await TestEtcd.start();
  });
  afterAll(() => etcd?.stop());
  beforeEach(async () => {
    prefixes++;
    storage = await open({});
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()));
    opened = [];
  });

  async function open(options: Partial<EtcdOptions>): Promise<EtcdStorage> {
    const one = await EtcdStorage.open({ endpoints: [etcd.endpoint], prefix: `/test-${prefixes}`, ...options });
    opened.push(one);
    return one;
  }

  async function put(...keys: string[]): Promise<Revision> {
    return (await storage.commit(keys.map((key): Operation => ({ type: 'put', key, value: Buffer.from(key) }))))
      .revision;
  }

  test('delivers puts and deletes with what was there before', async () => {
    const after = await storage.currentRevision();
    const first = await put('/pods/a');
    const second = await put('/pods/a');
    const third = (await storage.commit([{ type: 'delete', key: '/pods/a' }])).revision;
    await put('/nodes/b');
    const events = await new Reader(storage.watch('/pods/', { after, previous: true })).until(third);
    const entry = { key: '/pods/a', value: Buffer.from('/pods/a'), createRevision: first };
    expect(events).toEqual([
      { type: 'put', entry: { ...entry, modRevision: first } },
      { type: 'put', entry: { ...entry, modRevision: second }, previous: { ...entry, modRevision: first } },
      { type: 'delete', key: '/pods/a', revision: third, previous: { ...entry, modRevision: second } },
    ]);
  });

  test('without a revision begins with what follows the call', async () => {
    await put('/a');
    const reader = new Reader(storage.watch('/'));
    await storage.currentRevision();
    const second = await put('/b');
    expect((await reader.until(second)).map(revisionOf)).toEqual([second]);
  });

  test('after a revision yet to come waits for it', async () => {
    const now = await storage.currentRevision();
    const reader = new Reader(storage.watch('/', { after: now + 2n }));
    await put('/a');
    await put('/b');
    expect(await put('/c')).toBe(now + 3n);
    expect(await reader.until(now + 3n)).toMatchObject([{ entry: { key: '/c' } }]);
  });

  test('shares its stream with two hundred others', async () => {
    const after = await storage.currentRevision();
    const readers = Array.from({ length: 200 }, (_, index) => new Reader(storage.watch(`/${index}/`, { after })));
    const revisions = await Promise.all(readers.map((_, index) => put(`/${index}/key`)));
    const events = await Promise.all(readers.map((reader, index) => reader.until(revisions[index]!)));
    expect(events.map((list) => list.map((event) => event.type === 'put' && event.entry.key))).toEqual(
      readers.map((_, index) => [`/${index}/key`]),
    );
  });

  test('never splits a revision, though etcd sends it in fragments', async () => {
    const after = await storage.currentRevision();
    const large = Buffer.alloc(12_000, 'x');
    const revisions: Revision[] = [];
    for (let round = 0; round < 4; round++) {
      const operations = Array.from({ length: 100 }, (_, index): Operation => {
        return { type: 'put', key: `/${String(index).padStart(3, '0')}`, value: large };
      });
      revisions.push((await storage.commit(operations)).revision);
    }
    // With the previous values, a single revision exceeds the size of an etcd message.
    const reader = new Reader(storage.watch('/', { after, previous: true }));
    const events = await reader.until(revisions.at(-1)!);
    expect(events.map(revisionOf)).toEqual(revisions.flatMap((revision) => Array(100).fill(revision)));
    const split = reader.batches.filter(({ events }) => new Set(events.map(revisionOf)).size * 100 !== events.length);
    expect(split).toEqual([]);
    expect(reader.batches.length).toBeGreaterThan(1);
  });

  describe('on a progress request', () => {
    test('returns an empty batch if nothing under the prefix has changed', async () => {
      const reader = new Reader(storage.watch('/quiet/', { after: await storage.currentRevision() }));
      for (let round = 0; round < 3; round++) {
        const revision = await put('/loud/a', '/loud/b');
        reader.watch.requestProgress();
        const batch = await reader.next();
        expect(batch.events).toEqual([]);
        expect(batch.revision).toBeGreaterThanOrEqual(revision);
      }
    });

    test('responds immediately if nothing has changed', async () => {
      const now = await storage.currentRevision();
      const reader = new Reader(storage.watch('/', { after: now }));
      reader.watch.requestProgress();
      expect(await reader.next()).toEqual({ revision: now, events: [] });
    });

    test('has delivered everything that was committed before, whatever the load', async () => {
      const after = await storage.currentRevision();
      const readers = Array.from({ length: 20 }, (_, index) => new Reader(storage.watch(`/${index}/`, { after })));
      const written = readers.map((): Revision[] => []);
      const write = async (index: number) => written[index]!.push(await put(`/${index}/${Math.random()}`));
      const check = async (reader: Reader, index: number) => {
        for (let round = 0; round < 15; round++) {
          await Promise.all([write(index), write((index + round) % 20)]);
          const acknowledged = [...written[index]!];
          const [begin, newest] = [reader.batches.length, await storage.currentRevision()];
          reader.watch.requestProgress();
          await reader.until(newest);
          const seen = new Set(reader.batches.flatMap(({ events }) => events.map(revisionOf)));
          expect(acknowledged.filter((revision) => !seen.has(revision))).toEqual([]);
          expect(reader.batches.length).toBeGreaterThan(begin);
        }
      };
      await Promise.all(readers.map(check));
      const revisions = readers.map((reader) => reader.batches.map(({ revision }) => revision));
      expect(revisions).toEqual(revisions.map((list) => list.toSorted((a, b) => Number(a - b))));
    });

    test('does not take what others have seen for what it has delivered itself', async () => {
      const first = await put('/a/1');
      const early = new Reader(storage.watch('/', { after: first }));
      const second = await put('/a/2');
      early.watch.requestProgress();
      await early.until(second);
      // etcd needs a moment for history, in which the progress of others could be mistaken for this watch's.
      const late = new Reader(storage.watch('/a/', { after: first - 1n }));
      late.watch.requestProgress();
      early.watch.requestProgress();
      expect((await late.until(second)).map(revisionOf)).toEqual([first, second]);
    });

    test('from far behind sees the history first', async () => {
      const after = await storage.currentRevision();
      const early = new Reader(storage.watch('/quiet/', { after: await put('/loud/a') }));
      early.watch.requestProgress();
      await early.next();
      const revision = await put('/loud/b');
      const late = new Reader(storage.watch('/quiet/', { after }));
      late.watch.requestProgress();
      expect(await late.next()).toMatchObject({ events: [] });
      expect(late.batches[0]!.revision).toBeGreaterThanOrEqual(revision);
    });
  });

  test('costs a slow reader no more than its buffer, and loses nothing', async () => {
    const small = await open({ watchBufferBytes: 5000 });
    const after = await storage.currentRevision();
    const reader = new Reader(small.watch('/', { after }));
    const revisions: Revision[] = [];
    for (let count = 0; count < 100; count++) revisions.push(await put(`/${count}`));
    reader.watch.requestProgress();
    const other = new Reader(small.watch('/', { after }));
    expect((await other.until(revisions.at(-1)!)).map(revisionOf)).toEqual(revisions);
    expect((await reader.until(revisions.at(-1)!)).map(revisionOf)).toEqual(revisions);
  });

  describe('goes on without gap or duplicate', () => {
    test('when etcd is killed and comes back', async () => {
      const after = await storage.currentRevision();
      const readers = ['/', '/a/', '/b/'].map((prefix) => new Reader(storage.watch(prefix, { after })));
      const before = [await put('/a/1'), await put('/b/1')];
      await readers[0]!.until(before[1]!);
      await etcd.restart();
      const [first, second] = [await put('/a/2'), await put('/b/2')];
      expect((await readers[0]!.until(second)).map(revisionOf)).toEqual([...before, first, second]);
      expect((await readers[1]!.until(first)).map(revisionOf)).toEqual([before[0], first]);
      readers[2]!.watch.requestProgress();
      expect((await readers[2]!.until(second)).map(revisionOf)).toEqual([before[1], second]);
    });

    test('when etcd freezes: a ping finds out', async () => {
      const pinging = await open({ keepaliveMilliseconds: 100, keepaliveTimeoutMilliseconds: 100 });
      const reader = new Reader(pinging.watch('/', { after: await storage.currentRevision() }));
      const first = await put('/a');
      await reader.until(first);
      await etcd.member.freeze();
      const failing = pinging.commit([{ type: 'put', key: '/unknown', value: Buffer.from('') }]);
      await expect(failing).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('ping') });
      etcd.member.thaw();
      const last = await put('/b');
      const events = await reader.until(last);
      const keys = events.map((event) => event.type === 'put' && event.entry.key);
      // The write with the unknown outcome may have happened, before the last one or after it.
      expect(keys.filter((key) => key !== '/unknown')).toEqual(['/a', '/b']);
    });
  });

  describe('ends', () => {
    test('as compacted where history is missing', async () => {
      const first = await put('/a');
      await put('/a');
      const third = await put('/a');
      await storage.compact(third);
      const reader = new Reader(storage.watch('/', { after: first - 1n }));
      await expect(reader.next()).rejects.toMatchObject({ code: 'compacted', boundary: third });
      expect(await reader.isOver()).toBe(true);
    });

    test('as invalid if it is not possible', () => {
      expect(() => storage.watch('/', { after: -1n })).toThrow('no revision -1');
    });

    test('without an error when its signal says so', async () => {
      const controller = new AbortController();
      const reader = new Reader(storage.watch('/', { signal: controller.signal }));
      const over = reader.isOver();
      controller.abort();
      expect(await over).toBe(true);
      expect(await new Reader(storage.watch('/', { signal: controller.signal })).isOver()).toBe(true);
    });

    test('when its reader leaves', async () => {
      await put('/a');
      const watch = storage.watch('/', { after: (await put('/b')) - 1n });
      for await (const batch of watch) {
        expect(batch.events).toHaveLength(1);
        break;
      }
      expect(() => watch[Symbol.asyncIterator]()).toThrow('read once');
    });
  });
});
