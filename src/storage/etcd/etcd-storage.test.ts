import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitMilliseconds } from '../../apimachinery/machine-speed.test.support.js';
import type { StorageErrorCode } from '../errors.js';
import type { CommitResult, Operation } from '../storage.js';
import { EtcdStorage } from './etcd-storage.js';
import type { EtcdOptions } from './options.js';
import { etcdIsInstalled, leaseOf, revokeLease, TestEtcd } from './testing/index.js';

describe.skipIf(!etcdIsInstalled())('EtcdStorage', () => {
  let etcd: TestEtcd;
  let storage: EtcdStorage;
  let opened: EtcdStorage[] = [];
  let prefixes = 0;

  beforeAll(async () => {
    etcd = await TestEtcd.start();
  });
  afterAll(() => etcd?.stop());
  beforeEach(async () => {
    storage = await open({ prefix: `/test-${++prefixes}` });
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()));
    opened = [];
  });

  async function open(options: Partial<EtcdOptions>): Promise<EtcdStorage> {
    const one = await EtcdStorage.open({ endpoints: [etcd.endpoint], ...options });
    opened.push(one);
    return one;
  }

  const put = (key: string, value = 'value'): Operation => ({ type: 'put', key, value: Buffer.from(value) });

  async function committed(operations: Operation[]): Promise<bigint> {
    const result = await storage.commit(operations);
    if (!result.committed) throw new Error('not committed');
    return result.revision;
  }

  async function codeOf(work: Promise<unknown>): Promise<StorageErrorCode | undefined> {
    return work.then(
      () => undefined,
      (error) => error.code,
    );
  }

  test('stores under the prefix, in the layout of kube-apiserver', async () => {
    const revision = await committed([put('/pods/default/web', 'x')]);
    const bare = await open({ prefix: '' });
    const { entry } = await bare.get(`/test-${prefixes}/pods/default/web`);
    expect(entry).toEqual({
      key: `/test-${prefixes}/pods/default/web`,
      value: Buffer.from('x'),
      createRevision: revision,
      modRevision: revision,
    });
    expect((await storage.range('/pods/')).entries.map(({ key }) => key)).toEqual(['/pods/default/web']);
  });

  describe('a transaction', () => {
    test('that conflicts says what is stored, in the order of its operations', async () => {
      const first = await committed([put('/a', '1')]);
      const second = await committed([put('/c', '3')]);
      const result: CommitResult = await storage.commit([
        { type: 'put', key: '/c', value: Buffer.from('new'), expect: first },
        { type: 'delete', key: '/b' },
        { type: 'check', key: '/a', expect: first },
      ]);
      expect(result).toEqual({
        committed: false,
        revision: second,
        current: [
          { key: '/c', value: Buffer.from('3'), createRevision: second, modRevision: second },
          undefined,
          { key: '/a', value: Buffer.from('1'), createRevision: first, modRevision: first },
        ],
      });
    });

    test('that only deletes what is absent moves nothing', async () => {
      const before = await storage.currentRevision();
      expect(await storage.commit([{ type: 'delete', key: '/a' }])).toEqual({ committed: true, revision: before });
      expect(await storage.currentRevision()).toBe(before);
    });

    test('of nothing returns the current revision', async () => {
      expect(await storage.commit([])).toEqual({ committed: true, revision: await storage.currentRevision() });
    });

    const refusals: { name: string; operations: () => Operation[]; code: StorageErrorCode }[] = [
      { name: 'one key twice', operations: () => [put('/a'), { type: 'delete', key: '/a' }], code: 'invalid-argument' },
      {
        name: 'a negative expectation',
        operations: () => [{ type: 'delete', key: '/a', expect: -1n }],
        code: 'invalid-argument',
      },
      {
        name: 'a time to live that is none',
        operations: () => [{ type: 'put', key: '/a', value: Buffer.from(''), ttlSeconds: Number.NaN }],
        code: 'invalid-argument',
      },
      { name: 'half a surrogate pair', operations: () => [put('/\ud800')], code: 'invalid-argument' },
      { name: 'more than etcd takes', operations: () => [put('/a', 'x'.repeat(1_600_000))], code: 'too-large' },
      { name: 'more than gRPC lets through', operations: () => [put('/a', 'x'.repeat(4_000_000))], code: 'too-large' },
      {
        name: 'too many operations',
        operations: () => Array.from({ length: 200 }, (_, index) => put(`/${index}`)),
        code: 'too-large',
      },
    ];
    test.each(refusals)('with $name is refused', async ({ operations, code }) => {
      expect(await codeOf(storage.commit(operations()))).toBe(code);
    });
  });

  describe('a range', () => {
    test('larger than a page is read at one revision during writes', async () => {
      const keys = Array.from({ length: 1200 }, (_, index) => `/pods/${String(index).padStart(5, '0')}`);
      for (let index = 0; index < keys.length; index += 100) {
        await committed(keys.slice(index, index + 100).map((key) => put(key)));
      }
      const reading = storage.range('/pods/', { count: true });
      await committed([put('/pods/99999')]);
      const result = await reading;
      const expected = result.entries.length === 1201 ? [...keys, '/pods/99999'] : keys;
      expect(result.entries.map(({ key }) => key)).toEqual(expected);
      expect(result.more).toBe(false);
      expect(result.count).toBe(expected.length);
      const again = await storage.range('/pods/', { revision: result.revision });
      expect(again).toEqual({ revision: result.revision, entries: result.entries, more: false });
    });

    test('with a limit reports whether there is more, and counts everything on request', async () => {
      await committed(['/a/1', '/a/2', '/a/3', '/b/1'].map((key) => put(key)));
      const page = await storage.range('/a/', { startKey: '/a/2', limit: 1, count: true, keysOnly: true });
      expect(page).toMatchObject({ more: true, count: 2, entries: [{ key: '/a/2', value: Buffer.alloc(0) }] });
      expect(await storage.range('/a/', { startKey: '/a/3', limit: 1 })).toMatchObject({ more: false });
    });
  });

  describe('of revisions', () => {
    test('the compacted ones cannot be read, and the error names the boundary', async () => {
      const first = await committed([put('/a', '1')]);
      const second = await committed([put('/a', '2')]);
      await storage.compact(second);
      const error = { code: 'compacted', boundary: second };
      await expect(storage.get('/a', { revision: first })).rejects.toMatchObject(error);
      await expect(storage.range('/', { revision: first })).rejects.toMatchObject(error);
      await expect(storage.compact(first)).rejects.toMatchObject(error);
      expect((await storage.get('/a', { revision: second })).entry?.value.toString()).toBe('2');
    });

    test('those yet to come cannot be read or compacted', async () => {
      const newest = await committed([put('/a')]);
      const error = { code: 'future-revision', boundary: newest };
      await expect(storage.get('/a', { revision: newest + 9n })).rejects.toMatchObject(error);
      await expect(storage.compact(newest + 9n)).rejects.toMatchObject(error);
    });

    test('those beyond 64 bit are far in the future', async () => {
      const revision = 2n ** 64n;
      const error = { code: 'future-revision' };
      await expect(storage.get('/a', { revision })).rejects.toMatchObject(error);
      await expect(storage.range('/', { revision })).rejects.toMatchObject(error);
      expect(await storage.commit([{ type: 'check', key: '/a', expect: revision }])).toMatchObject({
        committed: false,
      });
      await expect(storage.get('/a', { revision: 0n })).rejects.toMatchObject({ code: 'invalid-argument' });
    });

    test('concurrent callers share one read of the current revision', async () => {
      const revision = await committed([put('/a')]);
      const requested = Array.from({ length: 100 }, () => storage.currentRevision());
      expect(new Set(requested).size).toBe(1);
      expect(await requested[0]).toBe(revision);
    });
  });

  describe('keys that expire', () => {
    test('live at least as long as requested, and expire by themselves', async () => {
      const watch = storage.watch('/', { previous: true });
      const begin = performance.now();
      const revision = (await storage.commit([{ type: 'put', key: '/short', value: Buffer.from('x'), ttlSeconds: 1 }]))
        .revision;
      for await (const { events } of watch) {
        const [event] = events;
        if (event?.type !== 'delete') continue;
        expect(performance.now() - begin).toBeGreaterThan(1000);
        expect(event).toMatchObject({ key: '/short', previous: { modRevision: revision } });
        break;
      }
      expect((await storage.get('/short')).entry).toBeUndefined();
    });
  });

  describe('the leases of keys', () => {
    const expiring = (key: string, ttlSeconds: number) =>
      storage.commit([{ type: 'put', key, value: Buffer.from('x'), ttlSeconds }]);
    const lease = (key: string) => leaseOf(etcd.endpoint, `/test-${prefixes}${key}`);

    test('are shared, and a revoked lease is replaced', async () => {
      await Promise.all([expiring('/a', 3600), expiring('/b', 3610), expiring('/c', 60), committed([put('/d')])]);
      const first = await lease('/a');
      expect(await lease('/b')).toBe(first);
      expect(await lease('/c')).not.toBe(first);
      expect(await lease('/d')).toBe(0n);
      await revokeLease(etcd.endpoint, first);
      await expiring('/e', 3600);
      expect((await storage.range('/', { keysOnly: true })).entries.map(({ key }) => key)).toEqual(['/c', '/d', '/e']);
    });
  });

  describe('without etcd', () => {
    test('calls fail as unavailable, and the error says why', async () => {
      const lonely = await open({ endpoints: ['http://127.0.0.1:1'], requestTimeoutMilliseconds: 100 });
      await expect(lonely.get('/a')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('http://127.0.0.1:1: connect ECONNREFUSED'),
      });
      await expect(lonely.health(50)).rejects.toMatchObject({ code: 'unavailable' });
    });

    test('a store can be closed at once, even while requests wait', async () => {
      const lonely = await open({ endpoints: ['http://127.0.0.1:1'] });
      const waiting = [
        codeOf(lonely.get('/a')),
        codeOf(lonely.watch('/')[Symbol.asyncIterator]().next()),
        codeOf(lonely.watch('/', { after: 1n })[Symbol.asyncIterator]().next()),
      ];
      const close = async () => {
        await lonely.close();
        expect(await Promise.all(waiting)).toEqual(['closed', 'closed', 'closed']);
      };
      expect(await waitMilliseconds(close)).toBeLessThan(1000);
    });

    test('an unreachable or silent member is replaced by one that responds', async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const silence = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const endpoints = ['http://127.0.0.1:1', silence, etcd.endpoint];
      const several = await open({ endpoints, connectTimeoutMilliseconds: 100, random: () => 0 });
      expect((await several.commit([put('/a')])).committed).toBe(true);
      await several.health();
      silent.close();
    });
  });

  test('a closed store says so', async () => {
    const watch = storage.watch('/');
    const writing = storage.commit([put('/a')]);
    const next = codeOf(watch[Symbol.asyncIterator]().next());
    await storage.close();
    expect((await writing).committed).toBe(true);
    expect(await next).toBe('closed');
    expect(await codeOf(storage.get('/a'))).toBe('closed');
    expect(await codeOf(storage.currentRevision())).toBe('closed');
    expect(await codeOf(storage.commit([put('/a')]))).toBe('closed');
    expect(await codeOf(storage.watch('/')[Symbol.asyncIterator]().next())).toBe('closed');
  });
});
