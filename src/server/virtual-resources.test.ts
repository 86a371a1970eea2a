import { EventEmitter, on } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type JsonObject, metadataOf } from '../apimachinery/meta/index.js';
import { conflict } from '../apimachinery/status/index.js';
import type { ResourceClient } from '../client/rest/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { ApiServer, defineGroup, defineResource, type FromSchema, type ObjectSource } from './index.js';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: { size: { type: 'integer' }, colour: { type: 'string', default: 'none' } },
    },
  },
} as const;
type Row = FromSchema<typeof schema>;

/** A table of a database: it knows names and sizes only, and rounds sizes. */
class Table {
  readonly rows = new Map<string, number>();
  readonly events = new EventEmitter();
  lists = 0;
  gets = 0;

  readonly source: ObjectSource<Row> = {
    list: () => {
      this.lists++;
      return [...this.rows].map(([name, size]) => this.#object(name, size));
    },
    get: ({ name }) => {
      this.gets++;
      const size = this.rows.get(name);
      return size === undefined ? undefined : this.#object(name, size);
    },
    watch: ({ signal }) => on(this.events, 'changed', { signal }),
    create: ({ metadata, spec }) => this.#write(metadata.name, spec?.size ?? 0),
    update: ({ metadata, spec }) => this.#write(metadata.name, spec?.size ?? 0),
    delete: ({ metadata }) => void this.rows.delete(metadata.name ?? ''),
  };

  set(name: string, size: number): void {
    this.rows.set(name, size);
    this.events.emit('changed');
  }

  remove(name: string): void {
    this.rows.delete(name);
    this.events.emit('changed');
  }

  #write(name = '', size = 0) {
    if (size < 0) throw conflict({ group: 'example.com', resource: 'rows' }, name, 'the database says no');
    this.rows.set(name, Math.floor(size / 10) * 10);
    return this.#object(name, this.rows.get(name) ?? 0);
  }

  #object(name: string, size: number) {
    return { metadata: { name, namespace: 'db', labels: { big: String(size > 100) } }, spec: { size } };
  }
}

let table: Table;
let server: ApiServer;
let rows: ResourceClient;

async function serve(source: ObjectSource<Row>): Promise<void> {
  const resource = defineResource<Row>({
    kind: 'Row',
    plural: 'rows',
    scope: 'Namespaced',
    selectableFields: ['spec.size'],
    versions: { v1: { schema, columns: [{ name: 'Size', type: 'integer', valueOf: sizeOf }] } },
    source,
  });
  server = new ApiServer({ storage: await EmbeddedStorage.open() });
  server.install(defineGroup({ name: 'example.com', resources: [resource] }));
  server.prepare();
  rows = server.shared.loopback.client.resource({ group: 'example.com', version: 'v1', resource: 'rows' }, 'db');
}

function sizeOf({ spec }: JsonObject): number {
  return Number((spec as JsonObject)['size']);
}

beforeEach(async () => {
  table = new Table();
  await serve(table.source);
});
afterEach(() => server.close());

const names = (items: readonly JsonObject[]) => items.map(({ metadata }) => (metadata as JsonObject)['name']);
const row = (name: string, size: number): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Row',
  metadata: { name },
  spec: { size },
});

test('objects of a source are listed and read, as they are at that time', async () => {
  table.rows.set('a', 1);
  const [first] = (await rows.list()).items;
  expect(first).toMatchObject({ kind: 'Row', metadata: { name: 'a', namespace: 'db', uid: expect.any(String) } });
  expect(first?.['spec']).toEqual({ size: 1, colour: 'none' });
  table.rows.set('a', 2).set('b', 3);
  const lists = table.lists;
  const read = await rows.get('a');
  expect([read['spec'], table.lists, table.gets]).toEqual([{ size: 2, colour: 'none' }, lists, 1]);
  expect(metadataOf(read).uid).toBe(metadataOf(first!).uid);
  expect(metadataOf(read).creationTimestamp).toBe(metadataOf(first!).creationTimestamp);
  table.rows.delete('a');
  await expect(rows.get('a')).rejects.toThrow('rows.example.com "a" not found');
  expect(names((await rows.list()).items)).toEqual(['b']);
});

test('an unchanged source has an unchanged revision', async () => {
  table.rows.set('a', 1).set('b', 2);
  const { metadata } = await rows.list();
  expect((await rows.list()).metadata).toEqual(metadata);
});

test('selectors, pages and tables work', async () => {
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) table.rows.set(name, index * 50);
  expect(names((await rows.list({ labelSelector: 'big=true' })).items)).toEqual(['d']);
  expect(names((await rows.list({ fieldSelector: 'spec.size=50' })).items)).toEqual(['b']);
  const { items, metadata } = await rows.list({ limit: 3 });
  expect(names(items)).toEqual(['a', 'b', 'c']);
  table.rows.delete('d');
  const rest = await rows.list({ limit: 3, continue: metadata?.continue ?? '' });
  expect(names(rest.items)).toEqual(['d']);
  const shown = await server.shared.loopback.client.object({
    method: 'GET',
    target: '/apis/example.com/v1/rows',
    accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
  });
  expect(shown).toMatchObject({ kind: 'Table', rows: [{ cells: [0] }, { cells: [50] }, { cells: [100] }] });
});

test('a list from the cache is not older than the source', async () => {
  table.rows.set('a', 1);
  expect(names((await rows.list({ resourceVersion: '0' })).items)).toEqual(['a']);
});

describe('changes of the source reach watches', () => {
  /** Makes one change after another; each is seen before the next. */
  async function follow(steps: readonly (readonly [change: () => void, event: string])[]): Promise<void> {
    const end = new AbortController();
    const seen: string[] = [];
    const watch = async (): Promise<void> => {
      for await (const { type, object } of rows.watch({ signal: end.signal })) {
        seen.push(`${type} ${names([object])} ${sizeOf(object)}`);
      }
    };
    const watching = watch().catch((error: unknown) => expect(end.signal.aborted, String(error)).toBe(true));
    for (const [index, [change]] of steps.entries()) {
      change();
      await vi.waitFor(() => expect(seen).toEqual(steps.slice(0, index + 1).map(([, event]) => event)), 15_000);
    }
    end.abort();
    await watching;
  }

  test('when it says so', async () => {
    table.rows.set('a', 1);
    await follow([
      [() => undefined, 'ADDED a 1'],
      [() => table.set('a', 2), 'MODIFIED a 2'],
      [() => table.remove('a'), 'DELETED a 2'],
      [() => table.set('b', 7), 'ADDED b 7'],
    ]);
    await vi.waitFor(() => expect(table.events.listenerCount('changed')).toBe(0), 15_000);
  });

  test('by polling, if it cannot say so', async () => {
    const { watch: _, ...source } = table.source;
    await server.close();
    await serve({ ...source, pollMilliseconds: 5 });
    await follow([
      [() => table.rows.set('a', 1), 'ADDED a 1'],
      [() => table.rows.set('a', 2), 'MODIFIED a 2'],
    ]);
  });
});

test('writes go to the source, which may change them', async () => {
  const created = await rows.create(row('a', 17));
  expect(created['spec']).toEqual({ size: 10, colour: 'none' });
  expect(table.rows.get('a')).toBe(10);
  const updated = await rows.update({ ...created, spec: { size: 38 } });
  expect([updated['spec'], table.rows.get('a')]).toEqual([{ size: 30, colour: 'none' }, 30]);
  const { uid, managedFields } = updated['metadata'] as JsonObject;
  expect((await rows.get('a'))['metadata']).toMatchObject({ uid, managedFields });
  const stale = rows.update({ ...created, spec: { size: 50 } });
  await expect(stale).rejects.toMatchObject({ code: 409 });
  const applied = await rows.patch('a', { type: 'apply', body: row('a', 90) }, { fieldManager: 'me', force: true });
  expect(applied['spec']).toEqual({ size: 90, colour: 'none' });
  await expect(rows.create(row('a', 1))).rejects.toMatchObject({ reason: 'AlreadyExists' });
  await expect(rows.create(row('b', -1))).rejects.toThrow('the database says no');
  await rows.delete('a', { propagationPolicy: 'Foreground' });
  expect([table.rows.size, (await rows.list()).items]).toEqual([0, []]);
});

test('a change of the source between read and write is a conflict', async () => {
  const created = await rows.create(row('a', 10));
  table.rows.set('a', 20);
  await expect(rows.update({ ...created, spec: { size: 30 } })).rejects.toMatchObject({ code: 409 });
  expect(table.rows.get('a')).toBe(20);
});

test('a resource has the verbs that its source has functions for', async () => {
  await server.close();
  await serve({ list: table.source.list });
  const { resources } = await server.shared.loopback.client.object<{ resources: { verbs: string[] }[] }>({
    method: 'GET',
    target: '/apis/example.com/v1',
  });
  expect(resources[0]?.verbs).toEqual(['get', 'list', 'watch']);
  await expect(rows.create(row('a', 1))).rejects.toMatchObject({ code: 405 });
  table.rows.set('a', 1);
  expect(await rows.get('a')).toMatchObject({ spec: { size: 1 } });
});
