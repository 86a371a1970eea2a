import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../src/apimachinery/clock/manual-clock.test.support.js';
import { parseLabelSelector } from '../../../src/apimachinery/selectors/index.js';
import { invalid, serviceUnavailable } from '../../../src/apimachinery/status/index.js';
import { deepFreeze, Informer, type InformerOptions, SharedInformers } from '../../../src/client/informer/index.js';
import { leaseResource } from '../../../src/client/leader-election/index.js';
import type { RestClient } from '../../../src/client/rest/index.js';
import type { ApiRequest, ApiResponse } from '../../../src/server/http/index.js';
import { type Flunder, flunders, SampleApi } from './sample-api.js';

const quick = { firstMilliseconds: 1, limitMilliseconds: 5 };

let api: SampleApi;
let client: RestClient;
const opened: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  api = await SampleApi.start();
  client = api.client();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await api.close();
});

function informerOf(options: Partial<InformerOptions<Flunder>> = {}): Informer<Flunder> {
  const source = client.resource<Flunder>(flunders);
  const informer = new Informer({
    source,
    transform: deepFreeze,
    backoff: quick,
    onError: () => undefined,
    ...options,
  });
  opened.push(informer);
  return informer;
}

const named = (name: string, labels: Record<string, string> = {}): Flunder => ({ metadata: { name, labels } });
const inA = () => client.resource<Flunder>(flunders, 'a');

/** Records the calls of handlers, and lets a test wait for them. */
class Log {
  readonly lines: string[] = [];
  #waiting: { line: string; resolve: () => void } | undefined;

  constructor(informer: Informer<Flunder>) {
    const key = ({ metadata }: Flunder) => `${metadata.namespace}/${metadata.name}`;
    informer.addHandler({
      added: (item, { isInInitialList }) => this.#add(`added ${key(item)}${isInInitialList ? ' at first' : ''}`),
      updated: (old, item) => this.#add(`updated ${key(item)}${old === item ? ' again' : ''}`),
      deleted: (item, details) => this.#add(`deleted ${key(item)}${details.isFinalStateUnknown ? ' unseen' : ''}`),
    });
  }

  until(line: string): Promise<void> {
    if (this.lines.includes(line)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting = { line, resolve };
    });
  }

  #add(line: string): void {
    this.lines.push(line);
    if (this.#waiting?.line === line) this.#waiting.resolve();
  }
}

/** Counts the requests to the server. */
function countRequests(): { lists: number; watches: number; initial: number } {
  const counts = { lists: 0, watches: 0, initial: 0 };
  api.intercept = ({ query, method }) => {
    if (method !== 'GET') return undefined;
    if (query.get('sendInitialEvents')) counts.initial++;
    else if (query.get('watch')) counts.watches++;
    else counts.lists++;
    return undefined;
  };
  return counts;
}

describe.each([true, false])('an informer (watch-list: %s)', (useWatchList) => {
  test('reports existing objects and changes', async () => {
    await inA().create(named('x'));
    const informer = informerOf({ useWatchList });
    const log = new Log(informer);
    expect(informer.hasSynced).toBe(false);
    informer.start();
    await informer.synced();
    expect(informer.hasSynced).toBe(true);
    await inA().create(named('y'));
    await inA().patch('x', { type: 'merge', body: { spec: { size: 3 } } });
    await inA().delete('y');
    await log.until('deleted a/y');
    expect(log.lines).toEqual(['added a/x at first', 'added a/y', 'updated a/x', 'deleted a/y']);
    expect(informer.lister.get('x', 'a')?.spec?.size).toBe(3);
    expect(informer.lister.get('y', 'a')).toBeUndefined();
  });

  test('resumes after a disconnect, without reading everything again', async () => {
    const informer = informerOf({ useWatchList });
    const log = new Log(informer);
    informer.start();
    await informer.synced();
    const counts = countRequests();
    api.disconnect();
    await inA().create(named('y'));
    await log.until('added a/y');
    expect(counts).toMatchObject({ lists: 0, initial: 0 });
  });

  test('reads everything again where the server has forgotten what happened', async () => {
    await inA().create(named('x'));
    await inA().create(named('kept'));
    const informer = informerOf({ useWatchList });
    const log = new Log(informer);
    informer.start();
    await informer.synced();
    // While the informer is disconnected, one object is deleted and history is compacted.
    api.intercept = ({ method }) => (method === 'GET' ? refusal(serviceUnavailable('down')) : undefined);
    api.disconnect();
    await inA().delete('x');
    await inA().create(named('z'));
    await api.forgetHistory();
    const counts = countRequests();
    await log.until('deleted a/x unseen');
    expect(log.lines).toEqual(['added a/kept at first', 'added a/x at first', 'added a/z', 'deleted a/x unseen']);
    expect(keys(informer)).toEqual(['a/kept', 'a/z']);
    expect(counts.initial + counts.lists).toBe(1);
  });
});

function refusal(error: { readonly status: unknown; readonly code: number }): ApiResponse {
  return { status: error.code, headers: {}, body: Buffer.from(JSON.stringify(error.status)) };
}

function keys(informer: Informer<Flunder>): string[] {
  return informer.lister
    .list()
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    .sort();
}

describe('the first objects', () => {
  test('come in pages where the server cannot send them as events', async () => {
    for (const name of ['v', 'w', 'x', 'y', 'z']) await inA().create(named(name));
    let lists = 0;
    api.intercept = ({ query }) => {
      if (query.get('sendInitialEvents'))
        return refusal(invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', []));
      if (!query.get('watch')) lists++;
      return undefined;
    };
    const informer = informerOf({ pageSize: 2 });
    informer.start();
    await informer.synced();
    expect([lists, informer.lister.size]).toEqual([3, 5]);
  });

  test('are listed whole when the pages expire halfway', async () => {
    for (const name of ['x', 'y', 'z']) await inA().create(named(name));
    let isForgotten = false;
    const answerAfterwards = async (request: ApiRequest): Promise<ApiResponse> => {
      isForgotten = true;
      await inA().delete('x');
      await api.forgetHistory();
      return api.handler(request);
    };
    api.intercept = (request) =>
      request.query.get('continue') && !isForgotten ? answerAfterwards(request) : undefined;
    const informer = informerOf({ pageSize: 2, useWatchList: false });
    informer.start();
    await informer.synced();
    expect(keys(informer)).toEqual(['a/y', 'a/z']);
  });

  test('are not waited for once the informer is closed', async () => {
    api.intercept = () => refusal(serviceUnavailable('down'));
    const informer = informerOf();
    informer.start();
    const synced = informer.synced();
    await informer.close();
    await expect(synced).rejects.toThrow('closed');
    expect(() => informer.start()).toThrow('closed');
  });
});

test('what is handed out is read-only', async () => {
  await inA().create(named('x'));
  const informer = informerOf();
  informer.start();
  await informer.synced();
  const item = informer.lister.get('x', 'a')!;
  expect(() => Object.assign(item.metadata, { name: 'y' })).toThrow(TypeError);
});

test('indexes, namespaces and labels find objects', async () => {
  await inA().create(named('x', { app: 'one' }));
  await inA().create(named('y', { app: 'two' }));
  await client.resource<Flunder>(flunders, 'b').create({ ...named('x', { app: 'one' }), spec: { reference: 'r' } });
  const informer = informerOf({ indexers: { reference: ({ spec }) => (spec?.reference ? [spec.reference] : []) } });
  informer.start();
  await informer.synced();
  const { lister } = informer;
  const names = (items: Flunder[]) => items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort();
  expect(names(lister.byIndex('reference', 'r'))).toEqual(['b/x']);
  expect(names(lister.list({ namespace: 'a' }))).toEqual(['a/x', 'a/y']);
  expect(names(lister.list({ labels: parseLabelSelector('app=one') }))).toEqual(['a/x', 'b/x']);
  expect(names(lister.list({ namespace: 'a', labels: parseLabelSelector('app=one') }))).toEqual(['a/x']);
  expect(() => lister.byIndex('nope', '')).toThrow(TypeError);
});

test('a selection is watched through: what leaves it is deleted', async () => {
  await inA().create(named('x', { app: 'one' }));
  await inA().create(named('y', { app: 'two' }));
  const informer = informerOf({ selection: { labelSelector: 'app=one' } });
  const log = new Log(informer);
  informer.start();
  await informer.synced();
  expect(keys(informer)).toEqual(['a/x']);
  await inA().patch('x', { type: 'merge', body: { metadata: { labels: { app: 'two' } } } });
  await log.until('deleted a/x');
  expect(keys(informer)).toEqual([]);
});

test('a resync calls handlers for all objects again', async () => {
  await inA().create(named('x'));
  const clock = new ManualClock();
  const informer = informerOf({ clock, resyncMilliseconds: 1000 });
  const log = new Log(informer);
  informer.start();
  await informer.synced();
  await clock.advance(2500);
  expect(log.lines).toEqual(['added a/x at first', 'updated a/x again', 'updated a/x again']);
});

test('a handler that is added later receives existing objects; one that throws does not affect others', async () => {
  await inA().create(named('x'));
  const errors: unknown[] = [];
  const informer = informerOf({ onError: (error) => errors.push(error) });
  informer.addHandler({
    added: () => {
      throw new Error('handler');
    },
  });
  informer.start();
  await informer.synced();
  const seen: string[] = [];
  const remove = informer.addHandler({ added: ({ metadata }) => seen.push(metadata.name) });
  expect(seen).toEqual(['x']);
  remove();
  const log = new Log(informer);
  await inA().create(named('y'));
  await log.until('added a/y');
  expect(seen).toEqual(['x']);
  expect(errors.map((error) => (error as Error).message)).toEqual(['handler', 'handler']);
});

test('informers are shared by equal requests', async () => {
  await inA().create(named('x'));
  const counts = countRequests();
  const informers = new SharedInformers({ client, transform: deepFreeze });
  opened.push(informers);
  const first = informers.informer<Flunder>(flunders);
  const second = informers.informer<Flunder>(flunders, { indexers: { name: ({ metadata }) => [metadata.name] } });
  const other = informers.informer<Flunder>(flunders, { namespace: 'b' });
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  informers.start();
  informers.start();
  await informers.synced();
  expect(counts.initial).toBe(2);
  expect(first.lister.byIndex('name', 'x').length).toBe(1);
  expect(other.lister.size).toBe(0);
});

test('a bookmark lets a watch of a quiet resource resume after the history is gone', async () => {
  const clock = new ManualClock();
  await api.replaceServer(clock);
  const informer = informerOf();
  const log = new Log(informer);
  informer.start();
  await informer.synced();
  const before = informer.resourceVersion;
  await client.resource<object>(leaseResource, 'a').create({ metadata: { name: 'elsewhere' } });
  await clock.advance(60_000);
  while (informer.resourceVersion === before) await new Promise((resolve) => setImmediate(resolve));
  const counts = countRequests();
  await api.forgetHistory();
  api.disconnect();
  await inA().create(named('y'));
  await log.until('added a/y');
  expect(counts).toMatchObject({ lists: 0, initial: 0 });
});

describe('whatever happens', () => {
  type Step = ['put' | 'delete', string] | ['disconnect' | 'restart' | 'compact' | 'settle', ''];
  const name = fc.constantFrom('p', 'q', 'r');
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom('put' as const, 'delete' as const), name) },
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.constantFrom('disconnect' as const, 'restart' as const, 'compact' as const, 'settle' as const),
        fc.constant('' as const),
      ),
    },
  );
  let round = 0;

  async function take([action, target]: Step): Promise<void> {
    if (action === 'disconnect') api.disconnect();
    else if (action === 'restart') await api.restart();
    else if (action === 'compact') await api.forgetHistory();
    else if (action === 'settle') await new Promise((resolve) => setImmediate(resolve));
    else if (action === 'delete')
      await inA()
        .delete(target)
        .catch(() => undefined);
    else {
      const body = {
        apiVersion: 'wardle.example.com/v1',
        kind: 'Flunder',
        metadata: { name: target },
        spec: { size: ++round },
      };
      await inA().apply(body as Flunder, { fieldManager: 'test', force: true });
    }
  }

  test.each([true, false])('the store becomes what the server has (watch-list: %s)', async (useWatchList) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const informer = informerOf({ useWatchList, pageSize: 2 });
        const last = `last-${++round}`;
        const seen = new Promise<void>((resolve) => {
          informer.addHandler({ added: ({ metadata }) => metadata.name === last && resolve() });
        });
        informer.start();
        for (const one of steps) await take(one);
        await inA().create(named(last));
        await seen;
        const { items } = await inA().list();
        const byName = (a: Flunder, b: Flunder) => (a.metadata.name < b.metadata.name ? -1 : 1);
        expect(informer.lister.list().sort(byName)).toEqual([...items].sort(byName));
        await informer.close();
        await inA().deleteCollection();
      }),
      { numRuns: 25 },
    );
  });
});
