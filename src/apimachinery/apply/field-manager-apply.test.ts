import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { StatusError } from '../status/index.js';
import { Clock, frozen, ownersOf, stored, workload, workloadManager } from './workload.test.support.js';

const manager = workloadManager();

type Parts = JsonObject & { metadata?: JsonObject };

/** Applies the configurations in order. */
async function applied(...steps: [manager: string, config: Parts, force?: 'force'][]): Promise<JsonObject> {
  let live: JsonObject | undefined;
  for (const [by, { metadata = {}, ...parts }, force] of steps) {
    const config = frozen(workload(parts, metadata));
    live = stored(await manager.apply(live && frozen(live), config, { manager: by, force: force === 'force' }));
  }
  return live as JsonObject;
}

const partsOf = ({ data, spec, status }: JsonObject): JsonObject => JSON.parse(JSON.stringify({ data, spec, status }));

describe('apply', () => {
  const containers = (...names: string[]): JsonObject => ({ containers: names.map((name) => ({ name, image: '1' })) });
  const owned = (...names: string[]): JsonObject => ({
    'f:containers': Object.fromEntries(
      names.map((name) => [`k:{"name":"${name}"}`, { '.': {}, 'f:image': {}, 'f:name': {} }]),
    ),
  });
  const cases: [
    name: string,
    steps: [string, Parts, 'force'?][],
    parts: JsonObject,
    owners: Record<string, JsonValue>,
  ][] = [
    [
      'creates what is missing',
      [['one', { data: { a: '1' } }]],
      { data: { a: '1' } },
      { 'one/Apply': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'by two managers on different fields',
      [
        ['one', { data: { a: '1' } }],
        ['two', { data: { b: '2' } }],
      ],
      { data: { a: '1', b: '2' } },
      { 'one/Apply': { 'f:data': { 'f:a': {} } }, 'two/Apply': { 'f:data': { 'f:b': {} } } },
    ],
    [
      'of the same value shares it',
      [
        ['one', { data: { a: '1' } }],
        ['two', { data: { a: '1' } }],
      ],
      { data: { a: '1' } },
      { 'one/Apply': { 'f:data': { 'f:a': {} } }, 'two/Apply': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'without a field removes it',
      [
        ['one', { data: { a: '1', b: '1' } }],
        ['one', { data: { a: '1' } }],
      ],
      { data: { a: '1' } },
      { 'one/Apply': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'without anything removes the map too',
      [
        ['one', { data: { a: '1' }, spec: { replicas: 1 } }],
        ['one', { spec: { replicas: 1 } }],
      ],
      { spec: { replicas: 1 } },
      { 'one/Apply': { 'f:spec': { 'f:replicas': {} } } },
    ],
    [
      'without a shared field gives up its share',
      [
        ['one', { data: { a: '1', b: '1' } }],
        ['two', { data: { a: '1' } }],
        ['one', { data: { b: '1' } }],
      ],
      { data: { a: '1', b: '1' } },
      { 'one/Apply': { 'f:data': { 'f:b': {} } }, 'two/Apply': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'with force takes the field',
      [
        ['one', { data: { a: '1', b: '1' } }],
        ['two', { data: { a: '2' } }, 'force'],
      ],
      { data: { a: '2', b: '1' } },
      { 'one/Apply': { 'f:data': { 'f:b': {} } }, 'two/Apply': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'with force may leave nothing to the other',
      [
        ['one', { data: { a: '1' } }],
        ['two', { data: { a: '2' } }, 'force'],
      ],
      { data: { a: '2' } },
      { 'two/Apply': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'of items by two managers',
      [
        ['one', { spec: containers('a') }],
        ['two', { spec: containers('b') }],
      ],
      { spec: containers('a', 'b') },
      { 'one/Apply': { 'f:spec': owned('a') }, 'two/Apply': { 'f:spec': owned('b') } },
    ],
    [
      'that renames an item removes the old one',
      [
        ['one', { spec: containers('a') }],
        ['two', { spec: containers('b') }],
        ['one', { spec: containers('c') }],
      ],
      { spec: containers('b', 'c') },
      { 'one/Apply': { 'f:spec': owned('c') }, 'two/Apply': { 'f:spec': owned('b') } },
    ],
    [
      'of one field inside of another’s item',
      [
        ['one', { spec: { containers: [{ name: 'a', image: '1' }] } }],
        ['two', { spec: { containers: [{ name: 'a', command: ['x'] }] } }],
        ['one', { spec: { replicas: 1 } }],
      ],
      { spec: { containers: [{ name: 'a', command: ['x'] }], replicas: 1 } },
      {
        'one/Apply': { 'f:spec': { 'f:replicas': {} } },
        'two/Apply': { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:command': {}, 'f:name': {} } } } },
      },
    ],
    [
      'of nested lists, where one manager drops its part',
      [
        [
          'one',
          {
            spec: {
              containers: [
                {
                  name: 'a',
                  env: [
                    { name: 'X', value: '1' },
                    { name: 'Y', value: '1' },
                  ],
                },
              ],
            },
          },
        ],
        ['two', { spec: { containers: [{ name: 'a', env: [{ name: 'Z', value: '1' }] }] } }],
        ['one', { spec: { containers: [{ name: 'a', env: [{ name: 'Y', value: '1' }] }] } }],
      ],
      {
        spec: {
          containers: [
            {
              name: 'a',
              env: [
                { name: 'Y', value: '1' },
                { name: 'Z', value: '1' },
              ],
            },
          ],
        },
      },
      {
        'one/Apply': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"a"}': {
                '.': {},
                'f:env': { 'k:{"name":"Y"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
                'f:name': {},
              },
            },
          },
        },
        'two/Apply': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"a"}': {
                '.': {},
                'f:env': { 'k:{"name":"Z"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
                'f:name': {},
              },
            },
          },
        },
      },
    ],
    [
      'of an item with a defaulted key',
      [
        ['one', { spec: { containers: [{ name: 'a', ports: [{ containerPort: 53 }] }] } }],
        [
          'two',
          {
            spec: {
              containers: [
                {
                  name: 'a',
                  ports: [
                    { containerPort: 53, protocol: 'UDP' },
                    { containerPort: 53, protocol: 'TCP', name: 'dns' },
                  ],
                },
              ],
            },
          },
        ],
      ],
      {
        spec: {
          containers: [
            {
              name: 'a',
              ports: [
                { containerPort: 53, protocol: 'UDP' },
                { containerPort: 53, protocol: 'TCP', name: 'dns' },
              ],
            },
          ],
        },
      },
      {
        'one/Apply': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"a"}': {
                '.': {},
                'f:name': {},
                'f:ports': { 'k:{"containerPort":53,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
              },
            },
          },
        },
        'two/Apply': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"a"}': {
                '.': {},
                'f:name': {},
                'f:ports': {
                  'k:{"containerPort":53,"protocol":"TCP"}': {
                    '.': {},
                    'f:containerPort': {},
                    'f:name': {},
                    'f:protocol': {},
                  },
                  'k:{"containerPort":53,"protocol":"UDP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
                },
              },
            },
          },
        },
      },
    ],
    [
      'of a set, where one value is shared',
      [
        ['one', { spec: { tags: ['a', 'b'] } }],
        ['two', { spec: { tags: ['b', 'c'] } }],
        ['one', {}],
      ],
      { spec: { tags: ['b', 'c'] } },
      { 'two/Apply': { 'f:spec': { 'f:tags': { 'v:"b"': {}, 'v:"c"': {} } } } },
    ],
    [
      'of maps of maps',
      [
        ['one', { spec: { groups: { x: { a: '1' }, y: { a: '1' } } } }],
        ['two', { spec: { groups: { x: { b: '1' } } } }],
        ['one', { spec: { groups: { y: { a: '1' } } } }],
      ],
      { spec: { groups: { x: { b: '1' }, y: { a: '1' } } } },
      {
        'one/Apply': { 'f:spec': { 'f:groups': { 'f:y': { '.': {}, 'f:a': {} } } } },
        'two/Apply': { 'f:spec': { 'f:groups': { 'f:x': { '.': {}, 'f:b': {} } } } },
      },
    ],
    [
      'of what has no schema',
      [
        ['one', { spec: { anything: { a: { b: 1, c: 1 } } } }],
        ['two', { spec: { anything: { a: { d: [1] } } } }],
        ['one', { spec: { anything: { a: { c: 1 } } } }],
      ],
      { spec: { anything: { a: { c: 1, d: [1] } } } },
      {
        'one/Apply': { 'f:spec': { 'f:anything': { 'f:a': { '.': {}, 'f:c': {} } } } },
        'two/Apply': { 'f:spec': { 'f:anything': { 'f:a': { '.': {}, 'f:d': {} } } } },
      },
    ],
    [
      'of nothing at all owns nothing',
      [
        ['one', { data: { a: '1' } }],
        ['two', {}],
      ],
      { data: { a: '1' } },
      { 'one/Apply': { 'f:data': { 'f:a': {} } } },
    ],
    [
      'of finalizers and labels',
      [
        ['one', { metadata: { finalizers: ['x/a'], labels: { a: '1' } } }],
        ['two', { metadata: { finalizers: ['x/b'] } }],
      ],
      {},
      {
        'one/Apply': { 'f:metadata': { 'f:finalizers': { 'v:"x/a"': {} }, 'f:labels': { 'f:a': {} } } },
        'two/Apply': { 'f:metadata': { 'f:finalizers': { 'v:"x/b"': {} } } },
      },
    ],
  ];
  test.each(cases)('%s', async (_name, steps, parts, owners) => {
    const live = await applied(...steps);
    expect(partsOf(live)).toEqual(parts);
    expect(ownersOf(live)).toEqual(owners);
  });

  test('again gives back the live object itself', async () => {
    const live = await applied(['one', { data: { a: '1' }, spec: { tags: ['x'] } }]);
    const config = workload({ data: { a: '1' }, spec: { tags: ['x'] } });
    expect(await manager.apply(live, config, { manager: 'one' })).toBe(live);
  });

  test('renews the time of the applier only where the object changes', async () => {
    const clock = new Clock();
    const timed = workloadManager({ now: clock.now });
    const first = await timed.apply(undefined, workload({ data: { a: '1' } }), { manager: 'one' });
    clock.seconds = 60;
    const same = await timed.apply(first, workload({ data: { a: '1' } }), { manager: 'one' });
    expect(same).toHaveProperty('metadata.managedFields.0.time', '1970-01-01T00:00:00Z');
    const next = await timed.apply(first, workload({ data: { a: '2' } }), { manager: 'one' });
    expect(next).toHaveProperty('metadata.managedFields.0.time', '1970-01-01T00:01:00Z');
    const shared = await timed.apply(first, workload({ data: { a: '1' } }), { manager: 'two' });
    expect(shared).toHaveProperty('metadata.managedFields.1.manager', 'two');
    expect(shared).not.toHaveProperty('metadata.managedFields.1.time');
  });
});

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
    expect(partsOf(dropped)).toEqual({ data: { a: '1' } });
    expect(ownersOf(dropped)).toEqual({ 'maker/Update': { 'f:data': { '.': {}, 'f:a': {} } } });
  });

  test('unowned fields stay', async () => {
    const live = await applied(['one', { spec: { containers: [{ name: 'a', image: '1' }] } }]);
    const spec = { containers: [{ name: 'a', image: '1' }], replicas: 1 };
    const next = await manager.apply({ ...live, spec }, workload({ spec: { paused: true } }), { manager: 'one' });
    expect(partsOf(next)).toEqual({ spec: { replicas: 1, paused: true } });
  });

  test('an unowned list item is removed with its unowned fields', async () => {
    const live = await applied(['one', { spec: { containers: [{ name: 'a' }, { name: 'b' }] } }]);
    const spec = { containers: [{ name: 'a', image: 'defaulted' }, { name: 'b' }] };
    const next = await manager.apply({ ...live, spec }, workload({ spec: { containers: [{ name: 'b' }] } }), {
      manager: 'one',
    });
    expect(partsOf(next)).toEqual({ spec: { containers: [{ name: 'b' }] } });
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
