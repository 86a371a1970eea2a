import { expect, test } from 'vitest';
import type { PartialObjectMetadata } from '../api/meta/v1.js';
import type { WatchEvent } from '../apimachinery/meta/index.js';
import type { CallOptions, ResourceClient, SelectOptions } from '../client/rest/index.js';
import { deferredSource } from './deferred-source.js';

type Options = SelectOptions & CallOptions;

/** A resource that may get objects, and the watches of it that were sent to the server. */
function resource() {
  const watched: Options[] = [];
  const callbacks = new Set<() => void>();
  let count = 0;
  const client = {
    async *watch(options: Options) {
      watched.push(options);
      yield { type: 'ADDED', object: { metadata: { name: 'first' } } };
    },
  } as unknown as ResourceClient<PartialObjectMetadata>;
  const content = {
    hasObjects: async () => count > 0,
    onFirstObject(callback: () => void) {
      if (count > 0) callback();
      else callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
  const fill = (): void => {
    count++;
    for (const callback of callbacks) callback();
  };
  return { source: deferredSource(client, content), watched, callbacks, fill };
}

const typesOf = async (events: AsyncIterable<WatchEvent<PartialObjectMetadata>>): Promise<string[]> => {
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  return types;
};

test('an informer has synced without a request, and watches from the beginning with the first object', async () => {
  const { source, watched, fill } = resource();
  const events = source.watch({ sendInitialEvents: true })[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ type: 'BOOKMARK' });
  const next = events.next();
  expect(watched).toEqual([]);
  fill();
  expect((await next).value).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'first' } } });
  expect(watched).toMatchObject([{ sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }]);
});

test('a list without objects is empty; the watch that follows waits, and begins with all objects', async () => {
  const { source, watched, fill } = resource();
  const { items, metadata } = await source.list();
  expect(items).toEqual([]);
  const types = typesOf(source.watch({ resourceVersion: metadata?.resourceVersion ?? '' }));
  fill();
  expect(await types).toEqual(['ADDED']);
  expect(watched[0]).not.toHaveProperty('resourceVersion');
});

test('a watch is resumed although there are no objects: what was deleted meanwhile is still to be read', async () => {
  const { source, watched } = resource();
  expect(await typesOf(source.watch({ resourceVersion: '42' }))).toEqual(['ADDED']);
  expect(watched).toMatchObject([{ resourceVersion: '42' }]);
});

test('nothing waits for objects after the watch was aborted', async () => {
  const { source, watched, callbacks } = resource();
  const end = new AbortController();
  const events = source.watch({ sendInitialEvents: true, signal: end.signal })[Symbol.asyncIterator]();
  await events.next();
  const next = events.next();
  await expect.poll(() => callbacks.size).toBe(1);
  end.abort();
  expect(await next).toMatchObject({ done: true });
  expect([callbacks.size, watched.length]).toEqual([0, 0]);
});
