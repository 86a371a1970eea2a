import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WatchEvent } from '../../../src/apimachinery/meta/index.js';
import {
  isAlreadyExists,
  isConflict,
  isInvalid,
  isNotFound,
  isResourceExpired,
  StatusError,
} from '../../../src/apimachinery/status/index.js';
import { Http2Transport, type ResourceClient, RestClient, type Transport } from '../../../src/client/rest/index.js';
import { makeSelfSigned, SecureServer } from '../../../src/server/http/index.js';
import { type Flunder, flunders, SampleApi } from './sample-api.js';

interface Connected {
  readonly transport: Transport;
  close(): Promise<void>;
}

const ways: Record<string, (api: SampleApi) => Promise<Connected>> = {
  'within the process': async ({ transport }) => ({ transport, close: () => transport.close() }),
  'over HTTPS': async ({ handler }) => {
    const { certificate, key } = makeSelfSigned({ names: ['localhost'] });
    const tls = { certificate: { certificate: { pem: certificate }, key: { pem: key } } };
    const server = await SecureServer.start({ handler, port: 0, host: '127.0.0.1', tls });
    const transport = new Http2Transport({
      server: `https://127.0.0.1:${server.port}`,
      tls: { authorities: certificate, serverName: 'localhost' },
    });
    const close = async () => {
      await transport.close();
      await server.close();
    };
    return { transport, close };
  },
};

describe.each(Object.entries(ways))('%s', (_way, connect) => {
  let api: SampleApi;
  let connected: Connected;
  let client: RestClient;
  let inA: ResourceClient<Flunder>;
  beforeEach(async () => {
    api = await SampleApi.start();
    connected = await connect(api);
    client = new RestClient({ transport: connected.transport });
    inA = client.resource<Flunder>(flunders, 'a');
  });
  afterEach(async () => {
    await connected.close();
    await api.close();
  });

  const named = (name: string, spec: Flunder['spec'] = {}): Flunder => ({ metadata: { name }, spec });

  test('an object is created, read, replaced and deleted', async () => {
    const created = await inA.create(named('x', { reference: 'r' }));
    expect(created).toMatchObject({ metadata: { name: 'x', namespace: 'a' }, spec: { reference: 'r', size: 1 } });
    expect(await inA.get('x')).toEqual(created);
    const updated = await inA.update({ ...created, spec: { size: 2 } });
    expect(updated.spec).toEqual({ size: 2 });
    expect(await inA.delete('x')).toMatchObject({ kind: 'Status', status: 'Success' });
    await expect(inA.get('x')).rejects.toSatisfy(isNotFound);
  });

  test('integers come back digit by digit', async () => {
    await inA.create(named('x', { size: 9007199254740993n }));
    expect((await inA.get('x')).spec?.size).toBe(9007199254740993n);
  });

  test('the status is written by itself', async () => {
    const created = await inA.create(named('x'));
    const updated = await inA.updateStatus({ ...created, spec: { size: 7 }, status: { phase: 'Done' } });
    expect(updated).toMatchObject({ spec: { size: 1 }, status: { phase: 'Done' } });
    const patch = { type: 'merge', body: { status: { phase: 'Again' } } } as const;
    expect(await inA.subresource('x', 'status').patch(patch)).toMatchObject({ status: { phase: 'Again' } });
  });

  test.each([
    ['json', [{ op: 'replace', path: '/spec/size', value: 5 }]],
    ['merge', { spec: { size: 5 } }],
    ['strategic', { spec: { size: 5 } }],
  ] as const)('a %s patch changes it', async (type, body) => {
    await inA.create(named('x'));
    expect((await inA.patch('x', { type, body: body as never })).spec?.size).toBe(5);
  });

  test('apply creates, and conflicts with what others own', async () => {
    const mine = { apiVersion: 'wardle.example.com/v1', kind: 'Flunder', ...named('x', { size: 3 }) };
    await inA.apply(mine, { fieldManager: 'me' });
    const theirs = { ...mine, spec: { size: 4 } };
    await expect(inA.apply(theirs, { fieldManager: 'you' })).rejects.toSatisfy(isConflict);
    expect((await inA.apply(theirs, { fieldManager: 'you', force: true })).spec?.size).toBe(4);
  });

  test('what the server refuses is a StatusError with what it said', async () => {
    await inA.create(named('x'));
    await expect(inA.create(named('x'))).rejects.toSatisfy(isAlreadyExists);
    const refused = await inA.create(named('y', { size: -1 })).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StatusError);
    expect(refused).toSatisfy(isInvalid);
    expect((refused as StatusError).status.details?.causes?.[0]?.field).toBe('spec.size');
  });

  test('a delete whose precondition does not hold deletes nothing', async () => {
    await inA.create(named('x'));
    await expect(inA.delete('x', { preconditions: { uid: 'other' } })).rejects.toSatisfy(isConflict);
    expect((await inA.get('x')).metadata.name).toBe('x');
  });

  test('a list comes in pages, from one state', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await inA.create(named(name));
    const pages: string[][] = [];
    for await (const page of inA.pages({ limit: 2 })) {
      pages.push(page.items.map(({ metadata }) => metadata.name));
      if (pages.length === 1) await inA.delete('e');
    }
    expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('a collection is deleted by what selects it', async () => {
    await inA.create({ metadata: { name: 'x', labels: { keep: 'no' } } });
    await inA.create({ metadata: { name: 'y' } });
    await inA.deleteCollection({ labelSelector: 'keep=no' });
    expect((await client.resource<Flunder>(flunders).list()).items.map(({ metadata }) => metadata.name)).toEqual(['y']);
  });

  test('a watch reports events until it is ended', async () => {
    const { metadata } = await inA.list();
    const end = new AbortController();
    const seen: string[] = [];
    const watch = inA.watch({ resourceVersion: metadata?.resourceVersion ?? '', signal: end.signal });
    const reading = readAll(watch, ({ type, object }) => {
      seen.push(`${type} ${object.metadata.name}`);
      if (type === 'DELETED') end.abort();
    });
    const created = await inA.create(named('x'));
    await inA.update({ ...created, spec: { size: 9 } });
    await inA.delete('x');
    await reading;
    expect(seen).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
  });

  test('the end of the initial events is a bookmark', async () => {
    await inA.create(named('x'));
    const end = new AbortController();
    const seen: string[] = [];
    const options = { sendInitialEvents: true, allowWatchBookmarks: true, resourceVersionMatch: 'NotOlderThan' };
    await readAll(inA.watch({ ...options, signal: end.signal }), ({ type }) => {
      seen.push(type);
      if (type === 'BOOKMARK') end.abort();
    });
    expect(seen).toEqual(['ADDED', 'BOOKMARK']);
  });

  test('a watch from what was compacted away fails as Expired', async () => {
    const { metadata } = await inA.create(named('x'));
    await inA.delete('x');
    await inA.create(named('y'));
    await api.forgetHistory();
    const watch = inA.watch({ resourceVersion: metadata.resourceVersion ?? '' });
    await expect(readAll(watch, () => undefined)).rejects.toSatisfy(isResourceExpired);
  });
});

async function readAll(
  events: AsyncIterable<WatchEvent<Flunder>>,
  onEvent: (event: WatchEvent<Flunder>) => void,
): Promise<void> {
  for await (const event of events) onEvent(event);
}
