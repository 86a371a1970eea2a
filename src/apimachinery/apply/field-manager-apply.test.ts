import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import {
  applied,
  Clock,
  contentOf,
  ownersOf,
  type WorkloadFields,
  workload,
  workloadManager,
} from './workload.test.support.js';

const manager = workloadManager();

describe('apply', () => {
  const containers = (...names: string[]): JsonObject => ({ containers: names.map((name) => ({ name, image: '1' })) });
  const owned = (...names: string[]): JsonObject => ({
    'f:containers': Object.fromEntries(
      names.map((name) => [`k:{"name":"${name}"}`, { '.': {}, 'f:image': {}, 'f:name': {} }]),
    ),
  });
  const cases: [
    name: string,
    steps: [string, WorkloadFields, 'force'?][],
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
    expect(contentOf(live)).toEqual(parts);
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
