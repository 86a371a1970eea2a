import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { anyElement, excludingFields, includingFields } from './field-filter.js';
import { FieldSet } from './field-set.js';
import { Clock, frozen, ownersOf, stored, workload, workloadManager } from './workload.test.support.js';

const manager = workloadManager();
const create = async (object: JsonObject, by = 'creator'): Promise<JsonObject> =>
  stored(await manager.recordUpdate(undefined, frozen(object), { manager: by }));

/** Updates the live object with `change`, like a client that has read it before. */
const write = async (live: JsonObject, change: JsonObject, by = 'writer'): Promise<JsonObject> =>
  manager.recordUpdate(frozen(live), frozen({ ...structuredClone(live), ...change }), { manager: by });

describe('a create', () => {
  test('is owned by the creator with all that is in it, but for what says which object it is', async () => {
    const object = workload(
      { spec: { replicas: 1, containers: [{ name: 'a', image: '1' }] } },
      { namespace: 'n', uid: 'u', labels: { l: '1' }, generation: 1, resourceVersion: '1', creationTimestamp: null },
    );
    expect((await create(object)).metadata).toMatchObject({
      managedFields: [
        {
          manager: 'creator',
          operation: 'Update',
          apiVersion: 'example.com/v1',
          time: '1970-01-01T00:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:metadata': { 'f:labels': { '.': {}, 'f:l': {} } },
            'f:spec': {
              '.': {},
              'f:containers': { '.': {}, 'k:{"name":"a"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
              'f:replicas': {},
            },
          },
        },
      ],
    });
  });

  test('does not own what an empty object has already', async () => {
    const typed = workloadManager({ emptyObject: { ...workload(), spec: { containers: null } } });
    const object = await typed.recordUpdate(undefined, workload({ spec: { containers: [{ name: 'a' }] } }), {
      manager: 'x',
    });
    expect(ownersOf(object)).toEqual({
      'x/Update': { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} } } } },
    });
  });

  test.each<JsonValue>(['text', 1, []])('leaves metadata that is %j to be refused by others', async (metadata) => {
    const object = { ...workload({ data: { a: '1' } }), metadata };
    expect(await manager.recordUpdate(undefined, object, { manager: 'x' })).toBe(object);
  });

  test('without anything to own has no managed fields', async () => {
    expect(await create(workload())).not.toHaveProperty('metadata.managedFields');
  });

  test('keeps the owners that the client sends, if they can be read', async () => {
    const entry = {
      manager: 'm',
      operation: 'Apply',
      apiVersion: 'example.com/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:other': {} },
    };
    const sent = workload({ data: { a: '1' } }, { managedFields: [entry] });
    expect(Object.keys(ownersOf(await create(sent)))).toEqual(['m/Apply', 'creator/Update']);
  });
});

describe('an update', () => {
  const cases: [name: string, change: JsonObject, owners: Record<string, JsonValue>][] = [
    [
      'that changes nothing leaves owners alone',
      {},
      { 'creator/Update': { 'f:data': { '.': {}, 'f:a': {}, 'f:b': {} } } },
    ],
    [
      'takes what it modifies',
      { data: { a: '2', b: '1' } },
      { 'creator/Update': { 'f:data': { '.': {}, 'f:b': {} } }, 'writer/Update': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'owns what it adds',
      { data: { a: '1', b: '1', c: '1' } },
      {
        'creator/Update': { 'f:data': { '.': {}, 'f:a': {}, 'f:b': {} } },
        'writer/Update': { 'f:data': { 'f:c': {} } },
      },
    ],
    [
      'takes what it removes from its owner',
      { data: { a: '1' } },
      { 'creator/Update': { 'f:data': { '.': {}, 'f:a': {} } } },
    ],
    ['may leave nothing to own', { data: undefined as never }, {}],
  ];
  test.each(cases)('%s', async (_name, change, owners) => {
    const live = await create(workload({ data: { a: '1', b: '1' } }));
    const next = JSON.parse(JSON.stringify({ ...live, ...change }));
    expect(ownersOf(await manager.recordUpdate(frozen(live), frozen(next), { manager: 'writer' }))).toEqual(owners);
  });

  test('without change gives back the object itself', async () => {
    const live = await create(workload({ data: { a: '1' } }));
    const next = structuredClone(live);
    expect(await manager.recordUpdate(live, next, { manager: 'writer' })).toBe(next);
  });

  test('by one manager adds to its entry and renews its time', async () => {
    const clock = new Clock();
    const timed = workloadManager({ now: clock.now });
    let live = stored(await timed.recordUpdate(undefined, workload({ data: { a: '1' } }), { manager: 'm' }));
    clock.seconds = 60;
    live = await timed.recordUpdate(live, { ...live, data: { a: '1', b: '1' } }, { manager: 'm' });
    expect(ownersOf(live)).toEqual({ 'm/Update': { 'f:data': { '.': {}, 'f:a': {}, 'f:b': {} } } });
    expect(live).toHaveProperty('metadata.managedFields.0.time', '1970-01-01T00:01:00Z');
    clock.seconds = 120;
    const removed = await timed.recordUpdate(live, { ...live, data: { a: '1' } }, { manager: 'm' });
    expect(removed).toHaveProperty('metadata.managedFields.0.time', '1970-01-01T00:01:00Z');
  });

  test('of items of lists that two managers share', async () => {
    const container = (image: string): JsonObject => ({ name: 'a', image, env: [{ name: 'E', value: '1' }] });
    const live = await create(workload({ spec: { containers: [container('1')] } }));
    const result = await write(live, { spec: { containers: [{ name: 'b' }, container('2')] } });
    expect(ownersOf(result)).toEqual({
      'creator/Update': {
        'f:spec': {
          '.': {},
          'f:containers': {
            '.': {},
            'k:{"name":"a"}': {
              '.': {},
              'f:env': { '.': {}, 'k:{"name":"E"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
              'f:name': {},
            },
          },
        },
      },
      'writer/Update': {
        'f:spec': {
          'f:containers': { 'k:{"name":"a"}': { 'f:image': {} }, 'k:{"name":"b"}': { '.': {}, 'f:name': {} } },
        },
      },
    });
  });
});

describe('managed fields that a client sends', () => {
  const entry = (fields: JsonObject): JsonObject => ({
    manager: 'm',
    operation: 'Update',
    apiVersion: 'example.com/v1',
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  });
  const cases: [name: string, managedFields: JsonValue, owners: string[]][] = [
    ['an empty list clears them', [], []],
    ['one empty entry clears them', [{}], []],
    ['null leaves them', null, ['creator/Update', 'writer/Update']],
    ['others replace them', [entry({ 'f:spec': {} })], ['m/Update', 'writer/Update']],
    [
      'without an operation they are ignored',
      [{ ...entry({}), operation: 'Patch' }],
      ['creator/Update', 'writer/Update'],
    ],
    ['without a version they are ignored', [{ ...entry({}), apiVersion: '' }], ['creator/Update', 'writer/Update']],
    [
      'of another type they are ignored',
      [{ ...entry({}), fieldsType: 'FieldsV2' }],
      ['creator/Update', 'writer/Update'],
    ],
    ['with bad fields they are ignored', [entry({ spec: {} })], ['creator/Update', 'writer/Update']],
    ['that are no objects are ignored', ['x'], ['creator/Update', 'writer/Update']],
    [
      'of a version that is gone are dropped',
      [{ ...entry({ 'f:spec': {} }), apiVersion: 'example.com/v0' }],
      ['writer/Update'],
    ],
  ];
  test.each(cases)('%s', async (_name, managedFields, owners) => {
    const live = await create(workload({ data: { a: '1' } }));
    const metadata = { ...(live.metadata as JsonObject), managedFields };
    const result = await write(live, { metadata, data: { a: '1', b: '1' } });
    expect(Object.keys(ownersOf(result))).toEqual(owners);
  });

  test('are written back in their one form', async () => {
    const live = await create(workload({ data: { a: '1' } }));
    const odd = { ...entry({ 'f:spec': { '.': {} }, 'f:data': null }), subresource: '', unknown: 1 };
    const metadata = { ...(live.metadata as JsonObject), managedFields: [odd] };
    const { metadata: written } = await write(live, { metadata });
    expect(JSON.stringify((written as JsonObject).managedFields)).toBe(
      JSON.stringify([entry({ 'f:data': {}, 'f:spec': {} })]),
    );
  });

  test('once cleared, nothing is recorded until something is applied', async () => {
    const live = workload({ data: { a: '1' } }, { uid: 'u' });
    const updated = await write(live, { data: { a: '2' } });
    expect(updated).not.toHaveProperty('metadata.managedFields');
    const applied = await manager.apply(updated, workload({ data: { b: '1' } }), { manager: 'applier' });
    expect(ownersOf(applied)).toEqual({
      'applier/Apply': { 'f:data': { 'f:b': {} } },
      'before-first-apply/Update': { 'f:data': { '.': {}, 'f:a': {} } },
    });
  });
});

describe('a subresource', () => {
  const status = workloadManager({
    subresource: 'status',
    resetFields: new Map([
      ['example.com/v1', excludingFields(FieldSet.fromPaths(['f:spec'], ['f:metadata', 'f:labels']))],
    ]),
  });

  test('is another manager, and ignores what the client says of owners', async () => {
    const live = await create(workload({ spec: { replicas: 1 } }));
    const sent = { ...live, metadata: { ...(live.metadata as JsonObject), managedFields: [] }, status: { ready: 1 } };
    expect(ownersOf(await status.recordUpdate(live, sent, { manager: 'creator' }))).toEqual({
      'creator/Update': { 'f:spec': { '.': {}, 'f:replicas': {} } },
      'creator/Update/status': { 'f:status': { '.': {}, 'f:ready': {} } },
    });
  });

  test('owns nothing that its strategy puts back', async () => {
    const live = await create(workload({ spec: { replicas: 1 } }));
    const sent = { ...live, spec: { replicas: 2, paused: true }, status: { ready: 1 } };
    expect(ownersOf(await status.recordUpdate(live, sent, { manager: 'ctrl' }))).toEqual({
      'creator/Update': { 'f:spec': { '.': {}, 'f:replicas': {} } },
      'ctrl/Update/status': { 'f:status': { '.': {}, 'f:ready': {} } },
    });
  });

  test('may be limited to some fields', async () => {
    const filter = includingFields(['f:spec', 'f:containers', anyElement, 'f:image']);
    const resize = workloadManager({ subresource: 'resize', resetFields: new Map([['example.com/v1', filter]]) });
    const live = await create(workload({ spec: { replicas: 1, containers: [{ name: 'a', image: '1' }] } }));
    const sent = { ...live, spec: { replicas: 2, containers: [{ name: 'a', image: '2', command: ['x'] }] } };
    expect(ownersOf(await resize.recordUpdate(live, sent, { manager: 'r' }))).toMatchObject({
      'creator/Update': { 'f:spec': { 'f:replicas': {} } },
      'r/Update/resize': { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { 'f:image': {} } } } },
    });
  });
});

describe('what cannot be recorded', () => {
  const live = async (): Promise<JsonObject> => create(workload({ spec: { containers: [{ name: 'a' }] } }));

  test('leaves no owners, and the write goes on', async () => {
    const before = await live();
    const failures: unknown[] = [];
    const reported = workloadManager({ onRecordFailure: (error) => failures.push(error) });
    const sent = { ...before, spec: { containers: [{ image: 'no name' }] } };
    const result = await reported.recordUpdate(before, sent, { manager: 'writer' });
    expect(result.spec).toEqual(sent.spec);
    expect(result).not.toHaveProperty('metadata.managedFields');
    expect(failures).toHaveLength(1);
  });
});

test('more than ten managers that update become few again, the oldest first', async () => {
  const clock = new Clock();
  const timed = workloadManager({ now: clock.now });
  let live = stored(await timed.recordUpdate(undefined, workload({ data: { k0: '0' } }), { manager: 'm00' }));
  for (let index = 1; index < 15; index++) {
    clock.seconds += 60;
    const data = { ...(live.data as JsonObject), [`k${index}`]: '0' };
    live = await timed.recordUpdate(live, { ...live, data }, { manager: `m${String(index).padStart(2, '0')}` });
  }
  const owners = ownersOf(live);
  expect(Object.keys(owners)).toEqual([
    'ancient-changes/Update',
    ...[6, 7, 8, 9, 10, 11, 12, 13, 14].map((index) => `m${String(index).padStart(2, '0')}/Update`),
  ]);
  expect(owners['ancient-changes/Update']).toEqual({
    'f:data': { '.': {}, 'f:k0': {}, 'f:k1': {}, 'f:k2': {}, 'f:k3': {}, 'f:k4': {}, 'f:k5': {} },
  });
  expect(live).toHaveProperty('metadata.managedFields.0.time', '1970-01-01T00:05:00Z');
});
