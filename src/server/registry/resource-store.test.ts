import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { type CacheBatch, Cacher, objectPresentation } from '../../storage/cacher/index.js';
import { EmbeddedStorage } from '../../storage/embedded/index.js';
import type { ObjectScope } from './object-storage.js';
import { Resource } from './resource.js';
import type { ResourceVersion } from './resource-definition.js';
import { ResourceStore } from './resource-store.js';
import { decodeStored } from './stored-object.js';
import type { Strategy } from './strategy.js';

let cacher: Cacher;
beforeEach(async () => {
  const storage = await EmbeddedStorage.open();
  const presentation = objectPresentation(() => ({ labels: {}, fields: {} }));
  cacher = await Cacher.start({ storage, prefix: '/toys/', presentation });
});
afterEach(() => cacher.close());

const context = { namespace: 'a', user: 'u', dryRun: false, warn: () => undefined };
const ref = { namespace: 'a', name: 'x' };
const toy = (metadata: JsonObject = { name: 'x' }, rest: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Toy',
  metadata,
  ...rest,
});

function storeOf(
  strategy: Strategy = {},
  randomIndex: (max: number) => number = () => 0,
  clock: Clock = systemClock,
): ResourceStore {
  const definition = { kind: 'Toy', plural: 'toys', scope: 'Namespaced', strategy, versions: { v1: {} } } as const;
  return new ResourceStore({
    resource: new Resource('', definition),
    cacher,
    randomIndex,
    clock,
    freshnessMilliseconds: 30,
  });
}

describe('generated names', () => {
  test('are tried again where they are taken, up to a limit', async () => {
    const store = storeOf();
    const create = () => store.create(context, { object: toy({ generateName: 'x-' }), version: 'v1' });
    await create();
    await expect(create()).rejects.toMatchObject({
      reason: 'AlreadyExists',
      status: { details: { retryAfterSeconds: 1 } },
      message: expect.stringContaining('the server was not able to generate a unique name'),
    });
    let calls = 0;
    const lucky = storeOf({}, (max) => (calls++ < 15 ? 0 : max - 1));
    const { value } = await lucky.create(context, { object: toy({ generateName: 'x-' }), version: 'v1' });
    expect(decodeStored(value)['metadata']).toMatchObject({ generateName: 'x-' });
  });
});

describe('concurrent updates of one object', () => {
  test('are each computed once, on top of each other, and share commits', async () => {
    // By the system's clock, writers on a slow machine would go on without waiting for each other.
    const store = storeOf({}, () => 0, new ManualClock());
    await store.create(context, { object: toy({ name: 'x' }, { count: 0 }), version: 'v1' });
    let calls = 0;
    const increment = () =>
      store.update(context, ref, {
        version: 'v1',
        change: async (live) => {
          calls++;
          return { ...live, count: (live?.['count'] as number) + 1 };
        },
      });
    const updated = await Promise.all(Array.from({ length: 16 }, increment));
    expect(updated.map(({ object }) => decodeStored(object.value)['count'])).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 1),
    );
    expect(calls).toBe(16);
  });

  test('do not wait for a write that waits for them', async () => {
    const store = storeOf();
    await store.create(context, { object: toy({ name: 'x' }, { count: 0 }), version: 'v1' });
    const nested = () =>
      store.update(context, ref, { version: 'v1', change: async (live) => ({ ...live, nested: true }) });
    let isFirst = true;
    const { object } = await store.update(context, ref, {
      version: 'v1',
      change: async (live) => {
        if (isFirst) await nested();
        isFirst = false;
        return { ...live, count: 1 };
      },
    });
    expect(decodeStored(object.value)).toMatchObject({ nested: true, count: 1 });
  });
});

describe('rules of a schema', () => {
  const plain: JsonSchema = {
    type: 'object',
    properties: { size: { type: 'integer' }, colour: { type: 'string' } },
  };
  const colour: JsonSchema = { type: 'string', 'x-kubernetes-validations': [{ rule: "self == 'green'" }] };
  const schema: JsonSchema = { type: 'object', properties: { size: { type: 'integer' }, colour } };
  const warnings: string[] = [];
  const listening = { ...context, warn: (message: string) => warnings.push(message) };
  const withRules = (version: ResourceVersion): ResourceStore => {
    const definition = { kind: 'Toy', plural: 'toys', scope: 'Namespaced', versions: { v1: version } } as const;
    return new ResourceStore({ resource: new Resource('', definition), cacher });
  };

  test('are held against new objects', async () => {
    const object = toy({ name: 'x' }, { colour: 'red' });
    await expect(withRules({ schema }).create(context, { object, version: 'v1' })).rejects.toMatchObject({
      message: `Toy "x" is invalid: colour: Invalid value: "red": failed rule: self == 'green'`,
    });
  });

  test('are held against changes, with the old value, and warn of what they tolerate', async () => {
    await withRules({ schema: plain }).create(context, {
      object: toy({ name: 'x' }, { colour: 'red' }),
      version: 'v1',
    });
    const store = withRules({ schema });
    const change = (fields: JsonObject) => async (live: JsonObject | undefined) => ({ ...live!, ...fields });
    await store.update(listening, ref, { version: 'v1', change: change({ size: 1 }) });
    expect(warnings).toEqual([`colour: Invalid value: "red": failed rule: self == 'green'`]);
    const changed = store.update(listening, ref, { version: 'v1', change: change({ colour: 'blue' }) });
    await expect(changed).rejects.toMatchObject({
      message: `Toy "x" is invalid: colour: Invalid value: "blue": failed rule: self == 'green'`,
    });
  });
});

describe('reads at a revision yet to come', () => {
  test('wait a little, and then say that it is too large', async () => {
    const store = storeOf();
    await expect(store.get(ref, { notOlderThan: 1_000_000n })).rejects.toMatchObject({
      code: 504,
      message: expect.stringMatching(/Too large resource version: 1000000, current: \d+$/),
      status: { details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge' }] } },
    });
  });

  test('succeed once it has come', async () => {
    const store = storeOf();
    const { revision } = await store.create(context, { object: toy(), version: 'v1' });
    const reading = store.get(ref, { notOlderThan: revision + 1n });
    const change = async (live: JsonObject | undefined) => ({ ...live!, colour: 'red' });
    await store.update(context, ref, { version: 'v1', change });
    expect(decodeStored((await reading).value)['colour']).toBe('red');
  });
});

describe('an update that is overtaken', () => {
  const update = (store: ResourceStore, keepsVersion: boolean) => {
    let tries = 0;
    const change = async (live: JsonObject | undefined): Promise<JsonObject> => {
      if (tries++ === 0) {
        const other = async (current: JsonObject | undefined) => ({ ...current!, first: true });
        await store.update(context, ref, { version: 'v1', change: other });
      }
      const { resourceVersion: _, ...metadata } = live!['metadata'] as JsonObject;
      return { ...live!, metadata: keepsVersion ? live!['metadata']! : metadata, tries };
    };
    return store.update(context, ref, { version: 'v1', change });
  };

  test('is made again of what is there now', async () => {
    const store = storeOf();
    await store.create(context, { object: toy(), version: 'v1' });
    const { object } = await update(store, true);
    expect(decodeStored(object.value)).toMatchObject({ first: true, tries: 2 });
  });

  test('is a conflict where it names the revision that it was made of', async () => {
    const store = storeOf();
    const { revision } = await store.create(context, { object: toy(), version: 'v1' });
    const stale = toy({ name: 'x', resourceVersion: String(revision) });
    await update(store, false);
    await expect(store.update(context, ref, { version: 'v1', change: async () => stale })).rejects.toMatchObject({
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on toys "x": the object has been modified; please apply your changes to the latest version and try again',
    });
  });
});

describe('writers of one object', () => {
  const write = (store: ResourceStore, name: string, waitFor: Promise<void> = Promise.resolve()) =>
    store.update(context, ref, {
      version: 'v1',
      change: async (live) => {
        const { writers = [] } = live as { writers?: string[] };
        await waitFor;
        return { ...live!, writers: [...writers, name] };
      },
    });
  /** Resolves when a commit was in vain. */
  const conflict = () =>
    new Promise<void>((resolve) => {
      const commit = cacher.commit.bind(cacher);
      cacher.commit = async (operations) => {
        const result = await commit(operations);
        if (!result.committed) setImmediate(resolve);
        return result;
      };
    });
  const gate = () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  };

  test('that were overtaken go before those that have not begun', async () => {
    const clock = new ManualClock();
    const store = storeOf({}, undefined, clock);
    await store.create(context, { object: toy(), version: 'v1' });
    const [slow, third] = [gate(), gate()];
    const first = write(store, 'first', slow.opened);
    const others = [write(store, 'second'), write(store, 'third', third.opened), write(store, 'fourth')];
    await clock.advance(100); // the lock of the first one is passed on
    await others[0];
    const overtaken = conflict();
    slow.open();
    await overtaken;
    third.open();
    await Promise.all([first, ...others]);
    const { value } = await store.get(ref);
    expect(decodeStored(value)['writers']).toEqual(['second', 'third', 'first', 'fourth']);
  });

  test('are in the order of their arrival, deletions too', async () => {
    const store = storeOf();
    await store.create(context, { object: toy(), version: 'v1' });
    const slow = gate();
    const outcomes = [write(store, 'a', slow.opened), store.delete(context, ref, { options: {} }), write(store, 'b')];
    slow.open();
    expect(await Promise.allSettled(outcomes)).toMatchObject([
      { status: 'fulfilled', value: { created: false } },
      { status: 'fulfilled', value: { isGone: true } },
      { status: 'rejected', reason: { code: 404 } },
    ]);
  });
});

describe('what an object takes from elsewhere', () => {
  const log: string[] = [];
  const strategy: Strategy = {
    reserve: async ({ object, old }) => {
      object['address'] = '10.0.0.1';
      log.push(old ? 'reserve again' : 'reserve');
      return { commit: () => void log.push('commit'), rollback: () => void log.push('rollback') };
    },
    validate: (object) =>
      object['bad'] ? [{ type: 'FieldValueInvalid', field: 'bad', badValue: true, detail: '' }] : [],
    afterDelete: async () => void log.push('gone'),
  };
  beforeEach(() => {
    log.length = 0;
  });

  test('is kept with it, and free again after it', async () => {
    const store = storeOf(strategy);
    const { value } = await store.create(context, { object: toy(), version: 'v1' });
    expect(decodeStored(value)['address']).toBe('10.0.0.1');
    await store.delete(context, ref, { options: {} });
    expect(log).toEqual(['reserve', 'commit', 'gone']);
  });

  test('is given back where it is refused, or its name is taken', async () => {
    const store = storeOf(strategy);
    await expect(store.create(context, { object: toy({ name: 'x' }, { bad: true }), version: 'v1' })).rejects.toThrow();
    await store.create(context, { object: toy(), version: 'v1' });
    await expect(store.create(context, { object: toy(), version: 'v1' })).rejects.toMatchObject({ code: 409 });
    expect(log).toEqual(['reserve', 'rollback', 'reserve', 'commit', 'reserve', 'rollback']);
  });
});

test('an object that something of its own holds is marked, and goes when it lets go', async () => {
  const store = storeOf({
    deferDeletion: (live, { now }) =>
      live['held'] ? { ...live, phase: 'Terminating', metadata: { ...(live['metadata'] as JsonObject), deletionTimestamp: new Date(now).toISOString().replace(/\.\d+/, '') } } : undefined, // biome-ignore format: one line
    shouldDeleteDuringUpdate: ({ object }) => !object['held'],
  });
  await store.create(context, { object: toy({ name: 'x' }, { held: true }), version: 'v1' });
  const held = await store.delete(context, ref, { options: {} });
  expect([held.isGone, held.response, decodeStored(held.object.value)['phase']]).toEqual([
    false,
    'object',
    'Terminating',
  ]);
  const change = (held: boolean) => async (live: JsonObject | undefined) => ({ ...live!, held });
  await store.update(context, ref, { version: 'v1', change: change(true) });
  await store.get(ref);
  await store.update(context, ref, { version: 'v1', change: change(false) });
  await expect(async () => store.get(ref)).rejects.toMatchObject({ code: 404 });
});

test('objects go by themselves where their strategy says so', async () => {
  const store = storeOf({ ttlSeconds: () => 3600 });
  const put = cacher.commit.bind(cacher);
  const seen: unknown[] = [];
  cacher.commit = (operations) => {
    seen.push(...operations.map((operation) => ('ttlSeconds' in operation ? operation.ttlSeconds : undefined)));
    return put(operations);
  };
  await store.create(context, { object: toy(), version: 'v1' });
  expect(seen).toEqual([3600]);
});

describe('lists and watches', () => {
  const createIn = (store: ResourceStore, namespace: string, name: string) =>
    store.create({ ...context, namespace }, { object: toy({ name, namespace }), version: 'v1' });

  test('have the objects of a scope', async () => {
    const store = storeOf();
    for (const [namespace, name] of [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
    ] as const) {
      await createIn(store, namespace, name);
    }
    const refsIn = async (scope?: ObjectScope) =>
      (await store.list(scope)).entries
        .map((entry) => store.refOf(entry))
        .map(({ namespace, name }) => namespace + name);
    expect(await refsIn()).toEqual(['ax', 'ay', 'bx']);
    expect(await refsIn({ namespace: 'a' })).toEqual(['ax', 'ay']);
    expect(await refsIn({ namespace: 'b', name: 'x' })).toEqual(['bx']);
    expect(store.cached({ namespace: 'a', name: 'y' })?.key).toBe(`${store.prefix('a')}y`);
    expect(store.cached({ namespace: 'b', name: 'y' })).toBeUndefined();
  });

  test('begin after a revision, and have what follows', async () => {
    const store = storeOf();
    await createIn(store, 'a', 'x');
    const { revision } = await store.list();
    const watch = await store.watch({ namespace: 'a' }, { after: revision });
    await createIn(store, 'b', 'z');
    await createIn(store, 'a', 'y');
    const { value } = (await watch.next()) as IteratorYieldResult<CacheBatch>;
    expect(value.deliveries.map(({ type, event }) => [type, event.key])).toEqual([['added', '/toys/a/y']]);
    await watch.return();
  });

  test('of a revision yet to come fail if it does not come', async () => {
    const store = storeOf();
    const tooLarge = { code: 504, message: expect.stringContaining('Too large resource version: 1000000') };
    await expect(store.list({}, { notOlderThan: 1_000_000n })).rejects.toMatchObject(tooLarge);
    await expect(store.watch({}, { notOlderThan: 1_000_000n })).rejects.toMatchObject(tooLarge);
    expect((await store.list({}, { notOlderThan: 0n })).entries).toEqual([]);
  });

  test('that are too old are expired', async () => {
    const store = storeOf();
    const { revision } = await createIn(store, 'a', 'x');
    await createIn(store, 'a', 'y');
    await cacher.compact(revision);
    await expect(store.list({}, { revision: revision - 1n })).rejects.toMatchObject({ code: 410, reason: 'Expired' });
  });
});
