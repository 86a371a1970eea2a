import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { StatusError } from '../status/index.js';
import { applied, contentOf, frozen, ownersOf, stored, workload, workloadManager } from './workload.test.support.js';

const manager = workloadManager();

describe('apply and updates', () => {
  test('an update takes the field away from its applier, who then conflicts', async () => {
    const live = await applied(['one', { data: { a: '1', b: '1' } }]);
    const updated = await manager.recordUpdate(
      live,
      { ...live, data: { a: '2', b: '1' } },
      { manager: 'kubectl-edit' },
    );
    expect(ownersOf(updated)).toEqual({
      'one/Apply': { 'f:data': { 'f:b': {} } },
      'kubectl-edit/Update': { 'f:data': { 'f:a': {} } },
    });
    const conflict = manager.apply(updated, workload({ data: { a: '1', b: '1' } }), { manager: 'one' });
    await expect(conflict).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "kubectl-edit" using example.com/v1: .data.a',
    );
  });

  test('what an updater owns stays when the applier drops it', async () => {
    const created = stored(await manager.recordUpdate(undefined, workload({ data: { a: '1' } }), { manager: 'maker' }));
    const both = await manager.apply(created, workload({ data: { a: '1', b: '1' } }), { manager: 'one' });
    const dropped = await manager.apply(both, workload({}), { manager: 'one' });
    expect(contentOf(dropped)).toEqual({ data: { a: '1' } });
    expect(ownersOf(dropped)).toEqual({ 'maker/Update': { 'f:data': { '.': {}, 'f:a': {} } } });
  });

  test('unowned fields stay', async () => {
    const live = await applied(['one', { spec: { containers: [{ name: 'a', image: '1' }] } }]);
    const spec = { containers: [{ name: 'a', image: '1' }], replicas: 1 };
    const next = await manager.apply({ ...live, spec }, workload({ spec: { paused: true } }), { manager: 'one' });
    expect(contentOf(next)).toEqual({ spec: { replicas: 1, paused: true } });
  });

  test('an unowned list item is removed with its unowned fields', async () => {
    const live = await applied(['one', { spec: { containers: [{ name: 'a' }, { name: 'b' }] } }]);
    const spec = { containers: [{ name: 'a', image: 'defaulted' }, { name: 'b' }] };
    const next = await manager.apply({ ...live, spec }, workload({ spec: { containers: [{ name: 'b' }] } }), {
      manager: 'one',
    });
    expect(contentOf(next)).toEqual({ spec: { containers: [{ name: 'b' }] } });
  });

  test('a manager that applies and updates has two entries', async () => {
    const live = await applied(['one', { data: { a: '1' } }]);
    const updated = await manager.recordUpdate(live, { ...live, data: { a: '1', b: '1' } }, { manager: 'one' });
    expect(Object.keys(ownersOf(updated))).toEqual(['one/Apply', 'one/Update']);
    await expect(manager.apply(updated, workload({ data: { a: '1', b: '2' } }), { manager: 'one' })).rejects.toThrow(
      '1 conflict',
    );
  });

  test('repeated items of the live object are tolerated', async () => {
    const live = { ...(await applied(['one', { data: { a: '1' } }])), spec: { tags: ['x', 'x', 'y'] } };
    const next = await manager.apply(live, workload({ data: { a: '1' }, spec: { tags: ['z'] } }), { manager: 'one' });
    expect(next.spec).toEqual({ tags: ['x', 'x', 'y', 'z'] });
    const taken = await manager.apply(live, workload({ data: { a: '1' }, spec: { tags: ['x'] } }), { manager: 'one' });
    expect(taken.spec).toEqual({ tags: ['x', 'y'] });
  });
});

describe('conflicts', () => {
  test('are a 409 with a cause for each field, by manager', async () => {
    let live = await applied([
      'one',
      { data: { a: '1' }, spec: { containers: [{ name: 'c', image: '1' }], tags: ['t'] } },
    ]);
    live = stored(await manager.recordUpdate(live, { ...live, data: { a: '1', b: '1' } }, { manager: 'kubectl' }));
    const status = workloadManager({ subresource: 'status' });
    live = await status.recordUpdate(live, { ...live, status: { ready: 1 } }, { manager: 'ctrl' });
    const config = workload({
      data: { a: '2', b: '2' },
      spec: { containers: [{ name: 'c', image: '2' }] },
      status: { ready: 2 },
    });
    const error = await manager.apply(live, config, { manager: 'two' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StatusError);
    expect((error as StatusError).status).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: [
        'Apply failed with 4 conflicts: conflicts with "ctrl" with subresource "status" using example.com/v1:',
        '- .status.ready',
        'conflicts with "kubectl" using example.com/v1:',
        '- .data.b',
        'conflicts with "one":',
        '- .data.a',
        '- .spec.containers[name="c"].image',
      ].join('\n'),
      details: {
        causes: [
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "ctrl" with subresource "status" using example.com/v1',
            field: '.status.ready',
          },
          { reason: 'FieldManagerConflict', message: 'conflict with "kubectl" using example.com/v1', field: '.data.b' },
          { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.a' },
          { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.spec.containers[name="c"].image' },
        ],
      },
    });
  });

  test('do not change anything', async () => {
    const live = frozen(await applied(['one', { data: { a: '1' } }]));
    await expect(manager.apply(live, workload({ data: { a: '2' } }), { manager: 'two' })).rejects.toThrow(StatusError);
  });
});

describe('what cannot be applied', () => {
  const entry = {
    manager: 'm',
    operation: 'Apply',
    apiVersion: 'example.com/v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { spec: {} },
  };
  const owner = { ...entry, fieldsV1: { 'f:data': {} } };
  const cases: [name: string, live: JsonObject | undefined, config: JsonObject, message: string][] = [
    ['another kind', undefined, { ...workload(), kind: 'Other' }, 'invalid object type: example.com/v1, Kind=Other'],
    [
      'another version',
      undefined,
      { ...workload(), apiVersion: 'example.com/v2' },
      'invalid object type: example.com/v2, Kind=Workload',
    ],
    ['managed fields', undefined, workload({}, { managedFields: [] }), 'metadata.managedFields must be nil'],
    [
      'unknown fields',
      undefined,
      workload({ foo: 1 }, { namespace: 'n' }),
      'failed to create typed patch object (n/a; example.com/v1, Kind=Workload): .foo: field not declared in schema',
    ],
    [
      'a live object with bad managed fields',
      workload({}, { managedFields: [entry] }),
      workload(),
      'failed to decode managed fields: missing colon: spec',
    ],
    [
      'a live object with an item without keys',
      { ...workload({ spec: { containers: [{ image: 'x' }] } }), metadata: { name: 'a', managedFields: [owner] } },
      workload({ spec: { containers: [{ name: 'a' }] } }),
      'failed to create typed live object (/a; example.com/v1, Kind=Workload): ',
    ],
  ];
  test.each(cases)('%s', async (_name, live, config, message) => {
    await expect(manager.apply(live, config, { manager: 'one' })).rejects.toThrow(message);
  });
});

test('an empty map in place of what was applied is null at first, and an empty list is not there, as upstream has it', async () => {
  const apply = async (live: JsonObject | undefined, parts: JsonObject): Promise<JsonObject> =>
    stored(await workloadManager().apply(live, workload(parts), { manager: 'one' }));
  const live = await apply(undefined, { data: { a: '1' }, spec: { replicas: 1, tags: ['x'] } });
  const emptied = { data: {}, spec: { replicas: 1, tags: [] } };
  const once = await apply(live, emptied);
  expect(once).toMatchObject({ data: null, spec: { replicas: 1 } });
  expect(once.spec).not.toHaveProperty('tags');
  expect(await apply(once, emptied)).toMatchObject(emptied);
});
