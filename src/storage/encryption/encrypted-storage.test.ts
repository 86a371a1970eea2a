import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedStorage } from '../embedded/index.js';
import type { KeyValue, Revision, Storage, Watch, WatchEvent } from '../storage.js';
import { AesGcm } from './aes-gcm.js';
import { createTransformers, identityTransformer } from './create-transformers.js';
import { EncryptedStorage } from './encrypted-storage.js';
import { ReloadableTransformers } from './reloadable-transformers.js';
import type { ResourceTransformers, Transformer } from './transformer.js';

const SECRETS = { group: '', resource: 'secrets' };
const OLD = { name: 'old', secret: Buffer.alloc(32, 1) };
const NEW = { name: 'new', secret: Buffer.alloc(32, 2) };

let within: Storage;
let begin: Revision;
beforeEach(async () => {
  within = await EmbeddedStorage.open();
  begin = await within.currentRevision();
});
afterEach(() => within.close());

function withKeys(...keys: { name: string; secret: Buffer }[]): EncryptedStorage {
  return encrypted(transformerWith(...keys));
}

function transformerWith(...keys: { name: string; secret: Buffer }[]): Transformer {
  return transformersWith(...keys).forResource(SECRETS);
}

function transformersWith(...keys: { name: string; secret: Buffer }[]): ResourceTransformers {
  const rules = [
    { resources: [SECRETS], providers: [{ type: 'aesgcm', keys } as const, { type: 'identity' } as const] },
  ];
  return createTransformers({ rules });
}

function encrypted(transformer: Transformer, storage = within): EncryptedStorage {
  return new EncryptedStorage({ storage, transformer, keyPrefix: '/registry' });
}

async function put(storage: Storage, key: string, value: string | Buffer, expect?: Revision): Promise<Revision> {
  const result = await storage.commit([{ type: 'put', key, value: Buffer.from(value), expect }]);
  return result.revision;
}

async function storedValue(key: string): Promise<Buffer> {
  const { entry } = await within.get(key);
  return entry?.value ?? expect.unreachable('the key is there');
}

function show(entry: KeyValue | undefined): string | undefined {
  return entry && `${entry.key}=${entry.value}${entry.stale ? ' stale' : ''}`;
}

function showEvent(event: WatchEvent): string {
  const what = event.type === 'put' ? `put ${show(event.entry)}` : `delete ${event.key}`;
  return event.previous ? `${what}, was ${show(event.previous)}` : what;
}

async function readEvents(watch: Watch, count: number): Promise<string[]> {
  const events: string[] = [];
  for await (const batch of watch) {
    events.push(...batch.events.map(showEvent));
    if (events.length >= count) break;
  }
  return events;
}

describe('what is stored', () => {
  it('is what kube-apiserver would read under the same key', async () => {
    await put(withKeys(NEW), '/secrets/default/a', 'plain');
    const stored = await storedValue('/secrets/default/a');
    expect(stored.toString('latin1')).toMatch(/^k8s:enc:aesgcm:v1:new:/);
    expect(new AesGcm(NEW).open(stored, '/registry/secrets/default/a').toString()).toBe('plain');
  });

  it('is the value itself with identity', async () => {
    await put(encrypted(identityTransformer), '/secrets/default/a', 'plain');
    expect((await storedValue('/secrets/default/a')).toString()).toBe('plain');
  });
});

describe('what is read', () => {
  it('is decrypted everywhere', async () => {
    const storage = withKeys(NEW);
    const created = await put(storage, '/secrets/a', 'one');
    await put(storage, '/secrets/a', 'two');
    await put(storage, '/secrets/b', 'three');
    await storage.commit([{ type: 'delete', key: '/secrets/b' }]);

    expect(show((await storage.get('/secrets/a')).entry)).toBe('/secrets/a=two');
    expect(show((await storage.get('/secrets/a', { revision: created })).entry)).toBe('/secrets/a=one');
    expect((await storage.get('/secrets/absent')).entry).toBeUndefined();
    expect((await storage.range('/secrets/')).entries.map(show)).toEqual(['/secrets/a=two']);
    expect(await readEvents(storage.watch('/secrets/', { after: begin, previous: true }), 4)).toEqual([
      'put /secrets/a=one',
      'put /secrets/a=two, was /secrets/a=one',
      'put /secrets/b=three',
      'delete /secrets/b, was /secrets/b=three',
    ]);
  });

  it('is decrypted in the current state of a conflict', async () => {
    const storage = withKeys(NEW);
    await put(storage, '/secrets/a', 'one');
    const result = await storage.commit([
      { type: 'put', key: '/secrets/a', value: Buffer.from('two'), expect: 0n },
      { type: 'check', key: '/secrets/b', expect: 0n },
    ]);
    expect(result.committed ? [] : result.current.map(show)).toEqual(['/secrets/a=one', undefined]);
  });

  it('is not decrypted if only keys are requested', async () => {
    await put(within, '/secrets/a', 'k8s:enc:unknown:v1:');
    const { entries } = await withKeys(NEW).range('/secrets/', { keysOnly: true });
    expect(entries.map(show)).toEqual(['/secrets/a=']);
  });
});

describe('what was written with another than the first key', () => {
  beforeEach(async () => {
    await put(within, '/secrets/plain', '{}');
    await put(withKeys(OLD), '/secrets/old', '{}');
    await put(withKeys(NEW, OLD), '/secrets/rotated', '{}');
  });
  const marked = ['/secrets/old={} stale', '/secrets/plain={} stale', '/secrets/rotated={}'];

  it('is marked as stale, and nothing else is', async () => {
    const storage = withKeys(NEW, OLD);
    const { entries } = await storage.range('/secrets/');
    expect(entries.map(show)).toEqual(marked);
    expect(entries.map((entry) => 'stale' in entry)).toEqual([true, true, false]);
    expect(show((await storage.get('/secrets/old')).entry)).toBe('/secrets/old={} stale');
    const events = await readEvents(storage.watch('/secrets/', { after: begin }), 3);
    expect(events.sort()).toEqual(marked.map((entry) => `put ${entry}`));
    const conflict = await storage.commit([{ type: 'delete', key: '/secrets/old', expect: 1_000_000n }]);
    expect(conflict.committed ? [] : conflict.current.map(show)).toEqual(['/secrets/old={} stale']);
  });

  it('is no longer stale once it is written again unchanged', async () => {
    const storage = withKeys(NEW, OLD);
    const { entry } = await storage.get('/secrets/old');
    await put(storage, '/secrets/old', entry?.value ?? '', entry?.modRevision);
    expect(show((await withKeys(NEW).get('/secrets/old')).entry)).toBe('/secrets/old={}');
  });
});

describe('what cannot be read', () => {
  const unreadable = {
    name: 'StorageError',
    code: 'unreadable',
    message: 'unable to transform key "/registry/secrets/moved": cipher: message authentication failed',
  };

  beforeEach(async () => {
    await put(withKeys(NEW), '/secrets/a', 'one');
    await put(within, '/secrets/moved', await storedValue('/secrets/a'));
  });

  it('fails reads by get, range, conflict and watch, with the key in the error', async () => {
    const storage = withKeys(NEW);
    const { entry } = await storage.get('/secrets/moved');
    expect(() => entry!.value).toThrow(expect.objectContaining(unreadable));
    const { entries } = await storage.range('/secrets/');
    expect(entries.map(({ key }) => key)).toEqual(['/secrets/a', '/secrets/moved']);
    expect(show(entries[0])).toBe('/secrets/a=one');
    expect(() => entries[1]!.value).toThrow(unreadable.message);
    const conflict = await storage.commit([
      { type: 'put', key: '/secrets/moved', value: Buffer.from('two'), expect: 0n },
    ]);
    expect(() => (conflict.committed ? [] : conflict.current).map(show)).toThrow(unreadable.message);
    for await (const { events } of storage.watch('/secrets/moved', { after: begin })) {
      expect(events.map(({ type }) => type)).toEqual(['put']);
      expect(() => events.map((event) => event.type === 'put' && event.entry.value)).toThrow(unreadable.message);
      break;
    }
  });

  it('can be read as soon as there is a key for it', async () => {
    await put(withKeys(OLD), '/secrets/old', 'three');
    let transformer = transformerWith(NEW);
    const storage = encrypted({
      toStorage: (plain, context) => transformer.toStorage(plain, context),
      fromStorage: (stored, context) => transformer.fromStorage(stored, context),
    });
    const [, , old] = (await storage.range('/secrets/')).entries;
    expect(() => old!.value).toThrow('unable to transform key "/registry/secrets/old"');
    transformer = transformerWith(NEW, OLD);
    expect(show(old)).toBe('/secrets/old=three stale');
  });

  it('can be overwritten and deleted', async () => {
    const storage = withKeys(NEW);
    await put(storage, '/secrets/moved', 'two');
    expect((await storage.get('/secrets/moved')).entry?.value.toString()).toBe('two');
    await put(within, '/secrets/moved', await storedValue('/secrets/a'));
    await storage.commit([{ type: 'delete', key: '/secrets/moved' }]);
    expect((await storage.range('/secrets/')).entries.map(show)).toEqual(['/secrets/a=one']);
  });
});

describe('a change of keys', () => {
  it('outdates what was read before, and nothing that was read since', async () => {
    const transformers = new ReloadableTransformers(transformersWith(OLD));
    const storage = encrypted(transformers.forResource(SECRETS));
    await put(storage, '/secrets/a', 'one');
    const before = (await storage.get('/secrets/a')).entry!;
    expect(storage.isOutdated(before)).toBe(false);
    transformers.replace(transformersWith(NEW, OLD));
    expect(storage.isOutdated(before)).toBe(true);
    expect(show((await storage.get('/secrets/a')).entry)).toBe('/secrets/a=one stale');
    await put(storage, '/secrets/a', 'one');
    const after = (await storage.get('/secrets/a')).entry!;
    expect([storage.isOutdated(after), show(after)]).toEqual([false, '/secrets/a=one']);
  });
});

describe('identity', () => {
  it('hands on the very objects of the storage within', async () => {
    await put(within, '/secrets/a', 'one');
    const results = { get: await within.get('/secrets/a'), range: await within.range('/secrets/') };
    const batches = within.watch('/secrets/', { after: begin })[Symbol.asyncIterator]();
    const batch = await batches.next();
    await batches.return?.();
    const committed: unknown[] = [];
    const answering: Storage = {
      oldestRevision: 0n,
      currentRevision: () => within.currentRevision(),
      get: async () => results.get,
      range: async () => results.range,
      commit: async (operations) => {
        committed.push(operations);
        return within.commit(operations);
      },
      watch: () => ({
        requestProgress: () => {},
        [Symbol.asyncIterator]: () => ({ next: async () => batch }),
      }),
      compact: (revision) => within.compact(revision),
      close: () => within.close(),
    };
    const storage = encrypted(identityTransformer, answering);
    const operations = [{ type: 'put', key: '/secrets/b', value: Buffer.from('two') } as const];
    await storage.commit(operations);
    expect(committed[0]).toBe(operations);
    expect(await storage.get('/secrets/a')).toBe(results.get);
    expect(await storage.range('/secrets/')).toBe(results.range);
    expect(await storage.watch('/secrets/')[Symbol.asyncIterator]().next()).toBe(batch);
  });
});
