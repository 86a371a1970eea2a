import { describe, expect, test } from 'vitest';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import { EmbeddedStorage } from '../embedded/index.js';
import type { CacheEntry } from './cache-entry.js';
import type { CacheBatch } from './cache-watch.js';
import { attributesOf, onNode, openCache, put, remove, type Thing } from './cacher.test.support.js';
import { objectPresentation } from './object-presentation.js';

describe('what is stored in an older form', () => {
  function renew(value: Buffer) {
    const renewed = Buffer.from(value.toString().replace('"old"', '"new"'));
    return renewed.equals(value) ? { value, isStale: false } : { value: renewed, isStale: true };
  }
  const nodeOf = (value: Buffer): unknown => JSON.parse(value.toString()).spec.node;

  async function openRenewing() {
    const storage = await EmbeddedStorage.open();
    await put(storage, 'a', { spec: { node: 'old' } });
    await put(storage, 'b', { spec: { node: 'other' } });
    const renewed: Buffer[] = [];
    const presentation = {
      ...objectPresentation((value) => attributesOf(JSON.parse(value.toString()))),
      renew: (value: Buffer) => {
        renewed.push(value);
        return renew(value);
      },
    };
    return { ...(await openCache({ storage, presentation })), renewed };
  }

  test('is renewed once, when it is first read, and is stale from then on', async () => {
    const { cacher, renewed } = await openRenewing();
    expect(renewed).toEqual([]);
    const { entry } = await cacher.get('/things/a');
    expect([nodeOf(entry!.value), entry!.stale]).toEqual(['new', true]);
    expect((await cacher.get('/things/a')).entry!.value).toBe(entry!.value);
    expect(renewed).toHaveLength(1);
    expect((await cacher.get('/things/b')).entry!.stale).toBeUndefined();
  });

  test('is selected by what it is renewed to', async () => {
    const { cacher } = await openRenewing();
    const selection = { key: 'new', matches: ({ fields }: Attributes) => fields['spec.node'] === 'new' };
    expect((await cacher.list('/things/', { selection })).entries.map(({ key }) => key)).toEqual(['/things/a']);
  });

  test('is not looked for in what this cache has written, with its attributes', async () => {
    const { cacher, renewed } = await openRenewing();
    const value = Buffer.from(JSON.stringify({ metadata: { name: 'c' }, spec: { node: 'old' } }));
    const attributes = { labels: {}, fields: {} };
    await cacher.commit([{ type: 'put', key: '/things/c', value, attributes }]);
    expect(nodeOf((await cacher.get('/things/c')).entry!.value)).toBe('old');
    expect(renewed).toEqual([]);
  });
});

describe('what cannot be read', () => {
  const broken: Thing = { metadata: { name: 'x' }, spec: { node: 'broken' } };
  const reason = 'there is no object in it';

  /** Objects of one node; the second of three is broken. */
  async function openBroken(indexedFields: readonly string[]) {
    const storage = await EmbeddedStorage.open();
    await put(storage, 'a/1', { spec: { node: 'one' } });
    await put(storage, 'a/2', broken);
    await put(storage, 'b/3', { spec: { node: 'one' } });
    const plain = objectPresentation((value) => attributesOf(JSON.parse(value.toString())));
    const presentation = {
      ...plain,
      renew(value: Buffer) {
        if (value.includes('"broken"')) throw new Error(reason);
        return { value, isStale: false };
      },
    };
    return openCache({ storage, presentation, indexedFields });
  }

  describe.each([
    ['a cache without indexes', []],
    ['a cache with one', ['spec.node']],
  ])('in %s', (_name, indexedFields) => {
    test('fails only its readers', async () => {
      const { cacher } = await openBroken(indexedFields);
      const { entry } = await cacher.get('/things/a/2');
      expect([entry!.key, (entry as CacheEntry).isReadable]).toEqual(['/things/a/2', false]);
      expect(() => entry!.value).toThrow(reason);
      for (const options of [{}, { selection: onNode('one').selection }, { selection: onNode('two').selection }]) {
        const { entries } = await cacher.list('/things/a/', options);
        expect(() => entries.map(({ value }) => value)).toThrow(reason);
      }
      const { entries } = await cacher.list('/things/b/', { selection: onNode('one').selection });
      expect(entries.map(({ key, value }) => [key, value.length > 0])).toEqual([['/things/b/3', true]]);
    });

    test('is sent to all watches, whatever their selection; its deletion to none', async () => {
      const { cacher } = await openBroken(indexedFields);
      const after = await cacher.fresh();
      const { selection } = onNode('one');
      const watches = [
        cacher.watchChanges({ prefix: '/things/' }, { after }),
        cacher.watchChanges({ prefix: '/things/a/' }, { after, selection }),
        cacher.watchChanges({ key: '/things/b/3' }, { after, selection }),
      ];
      const batches = Promise.all(watches.map(async (watch) => (await watch.next()).value as CacheBatch));
      await remove(cacher, 'a/2');
      await put(cacher, 'a/1', broken);
      await put(cacher, 'b/3', { spec: { node: 'one' }, labels: { a: 'b' } });
      await cacher.fresh();
      const [all, some, other] = await batches;
      expect(all!.deliveries.map(({ event }) => event.key)[0]).toBe('/things/a/1');
      expect(some!.deliveries.map(({ type, event }) => [type, event.key])).toEqual([['modified', '/things/a/1']]);
      expect(() => some!.deliveries[0]!.value).toThrow(reason);
      expect(other!.deliveries.map(({ value }) => value.length > 0)).toEqual([true]);
    });

    test('is there again once it is written as it should be', async () => {
      const { cacher } = await openBroken(indexedFields);
      await put(cacher, 'a/2', { spec: { node: 'one' } });
      const { entries } = await cacher.list('/things/a/', { selection: onNode('one').selection });
      expect(entries.map(({ key, value }) => [key, value.length > 0])).toEqual([
        ['/things/a/1', true],
        ['/things/a/2', true],
      ]);
    });
  });
});
