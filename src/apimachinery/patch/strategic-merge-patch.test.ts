import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, type JsonValue, jsonEqual } from '../meta/index.js';
import { StatusError } from '../status/index.js';
import { openApiPatchSchema } from './openapi-patch-schema.js';
import { podPatchSchema } from './pod-patch-schema.test.support.js';
import { applyStrategicMergePatch } from './strategic-merge-patch.js';

type Patch = [what: string, before: JsonObject, patch: JsonObject, after: JsonObject];

/** Patches a pod's spec; checks that neither document was modified. */
function patchSpec(spec: JsonObject, patch: JsonObject): JsonValue | undefined {
  const [document, wholePatch] = [{ spec }, { spec: patch }];
  const before = structuredClone({ document, wholePatch });
  const result = applyStrategicMergePatch(document, wholePatch, podPatchSchema);
  expect({ document, wholePatch }).toStrictEqual(before);
  return result['spec'];
}

const two: [JsonObject, JsonObject] = [
  {
    name: 'a',
    image: 'a:1',
    env: [
      { name: 'E1', value: '1' },
      { name: 'E2', value: '2' },
    ],
    args: ['x', 'y'],
  },
  { name: 'b', image: 'b:1' },
];
const [first, second] = two;
const named = (...names: string[]) => names.map((name) => ({ name }));

describe('objects', () => {
  const cases: Patch[] = [
    [
      'merge',
      { securityContextX: { a: 1 }, x: 1 },
      { securityContextX: { b: 2 } },
      { securityContextX: { a: 1, b: 2 }, x: 1 },
    ],
    ['lose what is null', { a: 1, b: { c: 1, d: 2 } }, { a: null, b: { c: null }, nope: null }, { b: { d: 2 } }],
    ['are new without their nulls', {}, { a: { b: null, c: { d: null } } }, { a: { c: {} } }],
    [
      'are replaced where their schema says so',
      { securityContext: { a: 1 } },
      { securityContext: { runAsUser: 1 } },
      { securityContext: { runAsUser: 1 } },
    ],
    ['are replaced by $patch', { a: { x: 1, y: 2 } }, { a: { $patch: 'replace', z: 3 } }, { a: { z: 3 } }],
    ['are emptied by $patch', { a: { x: 1, y: 2 } }, { a: { $patch: 'delete', x: 3 } }, { a: {} }],
    ['do not come to be by $patch', {}, { a: { $patch: 'replace', z: 3 }, b: { c: { $patch: 'delete' } } }, { b: {} }],
    [
      'change type',
      { a: { x: 1 }, b: 1, c: [1] },
      { a: 1, b: { y: 1 }, c: { z: 1 } },
      { a: 1, b: { y: 1 }, c: { z: 1 } },
    ],
    [
      'keep only $retainKeys',
      { strategy: { type: 'RollingUpdate', rollingUpdate: {} } },
      { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
      { strategy: { type: 'Recreate' } },
    ],
    [
      'may clear what $retainKeys does not name',
      { a: { x: 1, y: 2 } },
      { a: { $retainKeys: ['x'], y: null } },
      { a: { x: 1 } },
    ],
  ];
  test.each(cases)('%s', (_what, before, patch, after) => expect(patchSpec(before, patch)).toStrictEqual(after));
});

describe('lists of objects', () => {
  const cases: Patch[] = [
    [
      'merge by key',
      { containers: two },
      { containers: [{ name: 'b', image: 'b:2' }] },
      { containers: [first, { name: 'b', image: 'b:2' }] },
    ],
    [
      'get new items at the front, as upstream',
      { containers: two },
      { containers: [{ name: 'c' }] },
      { containers: [{ name: 'c' }, ...two] },
    ],
    [
      'get new items as they are, with nulls and even for a key',
      { containers: two },
      { containers: [{ name: null, image: 'c' }] },
      { containers: [{ name: null, image: 'c' }, ...two] },
    ],
    [
      'lose items by $patch',
      { containers: two },
      {
        containers: [
          { name: 'a', $patch: 'delete' },
          { name: 'nope', $patch: 'delete' },
        ],
      },
      { containers: [second] },
    ],
    [
      'are replaced by $patch',
      { containers: two },
      { containers: [{ name: 'n' }, { $patch: 'replace' }] },
      { containers: [{ name: 'n' }] },
    ],
    ['are emptied by $patch', { containers: two }, { containers: [{ $patch: 'replace' }] }, { containers: [] }],
    [
      'replace one item by $patch of all',
      { containers: two },
      { containers: [{ name: 'b' }, { $patch: 'replace' }, { name: 'a', $patch: 'delete' }] },
      { containers: [{ name: 'b' }] },
    ],
    [
      'merge below',
      { containers: [first] },
      {
        containers: [
          { name: 'a', env: [{ name: 'E2', value: 'two' }, { name: 'E1', $patch: 'delete' }, { name: 'E3' }] },
        ],
      },
      { containers: [{ ...first, env: [{ name: 'E2', value: 'two' }, { name: 'E3' }] }] },
    ],
    [
      'merge by a number',
      { containers: [{ name: 'a', ports: [{ containerPort: 80, name: 'http' }, { containerPort: 443 }] }] },
      { containers: [{ name: 'a', ports: [{ containerPort: 443, name: 'tls' }] }] },
      {
        containers: [
          {
            name: 'a',
            ports: [
              { containerPort: 80, name: 'http' },
              { containerPort: 443, name: 'tls' },
            ],
          },
        ],
      },
    ],
    [
      'are replaced where they do not merge',
      { tolerations: [{ key: 'a' }] },
      { tolerations: [{ key: 'b', value: null }] },
      { tolerations: [{ key: 'b', value: null }] },
    ],
    ['are replaced where nothing is known', { x: [{ a: 1 }] }, { x: [{ b: 2 }] }, { x: [{ b: 2 }] }],
    [
      'take the order of the patch',
      { containers: named('a', 'b', 'c') },
      { containers: named('c', 'a') },
      { containers: named('b', 'c', 'a') },
    ],
    [
      'are new without items to delete',
      {},
      { containers: [{ name: 'a' }, { name: 'b', $patch: 'delete' }] },
      { containers: [{ name: 'a' }] },
    ],
    [
      'keep only $retainKeys of an item',
      { volumes: [{ name: 'v', emptyDir: {} }] },
      { volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'c' } }] },
      { volumes: [{ name: 'v', configMap: { name: 'c' } }] },
    ],
    [
      'merge two items of one key into the first',
      {
        containers: [
          { name: 'a', image: '1' },
          { name: 'a', image: '2' },
        ],
      },
      { containers: [{ name: 'a', args: [] }] },
      {
        containers: [
          { name: 'a', image: '1', args: [] },
          { name: 'a', image: '2' },
        ],
      },
    ],
    ['stay empty', { containers: [] }, { containers: [] }, { containers: [] }],
  ];
  test.each(cases)('%s', (_what, before, patch, after) => expect(patchSpec(before, patch)).toStrictEqual(after));
});

describe('$setElementOrder', () => {
  const order = (...names: string[]) => ({ '$setElementOrder/containers': named(...names) });
  const cases: Patch[] = [
    [
      'orders what is there',
      { containers: named('a', 'b', 'c') },
      order('c', 'b', 'a'),
      { containers: named('c', 'b', 'a') },
    ],
    [
      'puts others before what they stood before',
      { containers: named('x', 'a', 'y', 'b', 'z') },
      order('b', 'a'),
      {
        containers: named('x', 'a', 'y', 'b', 'z').map((_item, index) => ({
          name: ['x', 'y', 'b', 'a', 'z'][index] as string,
        })),
      },
    ],
    [
      'orders what the patch adds',
      { containers: named('a', 'c') },
      { ...order('a', 'b', 'c'), containers: named('b') },
      { containers: named('a', 'b', 'c') },
    ],
    ['orders a new list', {}, { ...order('b', 'a'), containers: named('b', 'a') }, { containers: named('b', 'a') }],
    [
      'goes with deletions',
      { containers: named('a', 'b', 'c') },
      {
        ...order('c', 'b'),
        containers: [
          { name: 'a', $patch: 'delete' },
          { name: 'b', image: 'i' },
        ],
      },
      { containers: [{ name: 'c' }, { name: 'b', image: 'i' }] },
    ],
    ['says nothing of a list that is nowhere', { x: 1 }, order('a'), { x: 1 }],
  ];
  test.each(cases)('%s', (_what, before, patch, after) => expect(patchSpec(before, patch)).toStrictEqual(after));
});

describe('lists of scalars', () => {
  const cases: [what: string, before: string[], patch: JsonObject, after: string[]][] = [
    ['merge as a set', ['a', 'c'], { finalizers: ['d', 'a'] }, ['d', 'a', 'c']],
    ['lose items', ['a', 'b', 'c'], { '$deleteFromPrimitiveList/finalizers': ['b', 'x'] }, ['a', 'c']],
    ['take an order', ['a', 'b', 'c'], { '$setElementOrder/finalizers': ['c', 'a'] }, ['b', 'c', 'a']],
    [
      'do all at once',
      ['a', 'b', 'c'],
      {
        '$setElementOrder/finalizers': ['d', 'c', 'a'],
        finalizers: ['d'],
        '$deleteFromPrimitiveList/finalizers': ['b'],
      },
      ['d', 'c', 'a'],
    ],
  ];
  test.each(cases)('%s', (_what, finalizers, metadata, after) => {
    expect(applyStrategicMergePatch({ metadata: { finalizers } }, { metadata }, podPatchSchema)).toStrictEqual({
      metadata: { finalizers: after },
    });
  });

  test('are replaced where they do not merge', () => {
    expect(patchSpec({ containers: [first] }, { containers: [{ name: 'a', args: ['only'] }] })).toStrictEqual({
      containers: [{ ...first, args: ['only'] }],
    });
  });

  test('are removed by a null list of deletions, as upstream', () => {
    expect(patchSpec({ x: ['a'] }, { '$deleteFromPrimitiveList/x': null })).toStrictEqual({});
  });
});

describe('is refused', () => {
  const cases: [what: string, spec: JsonObject, patch: JsonObject, code: number, message: string][] = [
    [
      'an item without its key',
      { containers: two },
      { containers: [{ image: 'x' }] },
      500,
      'map: map[image:x] does not contain declared merge key: name',
    ],
    [
      'a deletion without a key',
      { containers: two },
      { containers: [{ $patch: 'delete' }] },
      500,
      'map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      'an unknown $patch of an object',
      { a: { x: 1 } },
      { a: { $patch: 'spam' } },
      500,
      'unknown patch type: spam in map: map[$patch:spam]',
    ],
    [
      'an unknown $patch of an item',
      { containers: two },
      { containers: [{ name: 'a', $patch: 'spam' }] },
      500,
      'unknown patch type: spam in map: map[$patch:spam name:a]',
    ],
    [
      '$patch: merge in a list',
      { containers: two },
      { containers: [{ name: 'a', $patch: 'merge' }] },
      500,
      'merging lists cannot yet be specified in the patch',
    ],
    [
      '$retainKeys that is no list',
      { a: { x: 1 } },
      { a: { $retainKeys: 'x' } },
      400,
      'invalid patch format of retainKeys',
    ],
    [
      'what $retainKeys does not name',
      { a: { x: 1 } },
      { a: { $retainKeys: ['x'], y: 1 } },
      400,
      'invalid patch format of retainKeys',
    ],
    [
      'a deletion list without a field',
      { x: ['a'] },
      { $deleteFromPrimitiveList: ['a'] },
      400,
      'invalid patch format of primitive list',
    ],
    [
      'an order without a field',
      { x: ['a'] },
      { $setElementOrderX: [] },
      400,
      'invalid patch format of setElementOrder list',
    ],
    [
      'an order that is no list',
      { x: ['a'] },
      { '$setElementOrder/x': 1 },
      500,
      'expected a []interface {}, but received a int64',
    ],
    [
      'an order of what the type does not have',
      { x: ['a'] },
      { '$setElementOrder/nope': ['a'] },
      500,
      'unable to find api field in struct PodSpec for the json field "nope"',
    ],
    [
      'an order that is not the order of the patch',
      { containers: two },
      { '$setElementOrder/containers': named('b', 'a'), containers: named('a', 'b') },
      500,
      "The order in patch list:\n[map[name:a] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:b] map[name:a]]\n",
    ],
    [
      'an order that lacks an item of the patch',
      { containers: two },
      { '$setElementOrder/containers': named('a'), containers: named('c') },
      500,
      "The order in patch list:\n[map[name:c]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    ],
    [
      'items of different types',
      { containers: two },
      { containers: ['a'] },
      500,
      'list element types are not identical',
    ],
    [
      'lists of lists',
      { containers: [[1]] },
      { containers: [[]] },
      422,
      'the server rejected our request due to an error in our request',
    ],
    [
      'a merging list without a key',
      { broken: [{ a: 1 }] },
      { broken: [{ a: 2 }] },
      500,
      'cannot merge lists without merge key for struct',
    ],
  ];
  test.each(cases)('%s', (_what, spec, patch, code, message) => {
    const apply = () => applyStrategicMergePatch({ spec }, { spec: patch }, podPatchSchema);
    expect(apply).toThrow(StatusError);
    expect(apply).toThrow(message);
    expect(apply).toThrow(expect.objectContaining({ code }));
  });

  test('what is within a field whose type is left open', () => {
    const { data: schema } = { data: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension' } };
    const open = openApiPatchSchema({ properties: { data: schema } }, () => ({ type: 'object' }));
    const apply = (data: JsonObject) => applyStrategicMergePatch({ data: { a: {} } }, { data }, open);
    expect(apply({ b: {} })).toEqual({ data: { a: {}, b: {} } });
    expect(() => apply({ a: {} })).toThrow('unable to find api field in struct RawExtension for the json field "a"');
  });

  test.each([249, 250, 251, 5000, 9900])('%i levels of nesting', (depth) => {
    const nested = (inner: JsonObject): JsonObject => {
      let value = inner;
      for (let level = 0; level < depth; level++) value = { a: value };
      return value;
    };
    const patch = nested({ x: null, z: 1 });
    const patched = applyStrategicMergePatch(nested({ x: 1, y: 2 }), patch, podPatchSchema);
    expect(jsonEqual(patched, nested({ y: 2, z: 1 }))).toBe(true);
    expect(
      jsonEqual(applyStrategicMergePatch({}, nested({ b: { $patch: 'delete' } }), podPatchSchema), nested({})),
    ).toBe(true);
  });
});

test('__proto__ and inherited names are keys like any other', () => {
  const patch = JSON.parse(
    '{"__proto__":{"polluted":1},"valueOf":{"x":1},"spec":{"containers":[{"name":"__proto__"}]}}',
  ) as JsonObject;
  const result = applyStrategicMergePatch({ spec: { containers: [{ name: 'valueOf' }] } }, patch, podPatchSchema);
  expect(Object.keys(result)).toEqual(['spec', '__proto__', 'valueOf']);
  expect(({} as JsonObject)['polluted']).toBeUndefined();
  expect(result['spec']).toEqual({ containers: named('__proto__', 'valueOf') });
});

test('what the patch does not touch is shared', () => {
  const document = { metadata: { labels: { a: '1' } }, spec: { containers: two } };
  const result = applyStrategicMergePatch(
    document,
    { spec: { containers: [{ name: 'b', image: 'b:2' }] } },
    podPatchSchema,
  );
  expect(result['metadata']).toBe(document.metadata);
  expect((result['spec'] as { containers: JsonObject[] }).containers[0]).toBe(first);
});

describe('hostile patches', () => {
  const many = (count: number, more: JsonObject = {}) =>
    Array.from({ length: count }, (_, index) => ({ name: `c${index}`, ...more }));

  test('long lists merge in time', () => {
    const merged = patchSpec(
      { containers: many(20_000, { image: 'a' }) },
      { containers: many(20_000, { image: 'b' }).reverse(), '$setElementOrder/containers': many(20_000).reverse() },
    );
    expect((merged as { containers: JsonObject[] }).containers[0]).toEqual({ name: 'c19999', image: 'b' });
  });

  test('an item that is patched over and over is copied once', () => {
    const changes = Array.from({ length: 20_000 }, (_, index) => ({ name: 'a', [`key${index}`]: 1 }));
    const merged = patchSpec({ containers: [{ name: 'a' }] }, { containers: changes }) as { containers: JsonObject[] };
    expect(Object.keys(merged.containers[0] as JsonObject)).toHaveLength(20_001);
  });

  test('a long list that is patched over and over is refused', () => {
    const changes = Array.from({ length: 1000 }, () => ({ name: 'a', env: [{ name: 'c0' }] }));
    const spec = { containers: [{ name: 'a', env: many(2000) }] };
    expect(() => patchSpec(spec, { containers: changes })).toThrow('the patch merges too many list items');
  });
});

test('merging the same containers again changes nothing', () => {
  const names = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
  fc.assert(
    fc.property(names, names, (present, patched) => {
      const patch = { containers: patched.map((name) => ({ name, image: 'new' })) };
      const once = patchSpec({ containers: named(...present) }, patch) as JsonObject;
      expect(patchSpec(once, patch)).toStrictEqual(once);
      const result = (once['containers'] as JsonObject[]).map((container) => container['name'] as string);
      expect([...result].sort()).toEqual([...new Set([...present, ...patched])].sort());
      expect(result.filter((name) => patched.includes(name))).toEqual(patched);
      expect(result.filter((name) => !patched.includes(name))).toEqual(
        present.filter((name) => !patched.includes(name)),
      );
    }),
  );
});
