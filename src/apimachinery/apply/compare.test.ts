import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { deducedType } from './apply-type.js';
import { compareValues } from './compare.js';
import { encodeFieldsV1 } from './fields-v1.js';
import { fieldSetOf } from './to-field-set.js';
import { workloadType } from './workload.test.support.js';

function differences(before: JsonValue, after: JsonValue, type = workloadType): Record<string, JsonObject> {
  const { added, modified, removed } = compareValues(type, before, after);
  return Object.fromEntries(
    Object.entries({ added, modified, removed })
      .filter(([, set]) => !set.isEmpty)
      .map(([name, set]) => [name, encodeFieldsV1(set)]),
  );
}

const inSpec = (fields: JsonObject): JsonObject => ({ 'f:spec': fields });

describe('compareValues returns what a write changes', () => {
  const cases: [name: string, before: JsonObject, after: JsonObject, expected: Record<string, JsonObject>][] = [
    ['nothing', { spec: { args: ['a'] } }, { spec: { args: ['a'] } }, {}],
    [
      'a scalar is modified',
      { spec: { replicas: 1 } },
      { spec: { replicas: 2 } },
      { modified: inSpec({ 'f:replicas': {} }) },
    ],
    [
      '64-bit integers are distinguished',
      { spec: { replicas: 9007199254740993n } },
      { spec: { replicas: 9007199254740995n } },
      { modified: inSpec({ 'f:replicas': {} }) },
    ],
    [
      'a struct comes with all that is in it',
      {},
      { spec: { replicas: 1, args: [] } },
      { added: inSpec({ '.': {}, 'f:args': {}, 'f:replicas': {} }) },
    ],
    [
      'a struct goes with all that is in it',
      { spec: { replicas: 1 } },
      {},
      { removed: inSpec({ '.': {}, 'f:replicas': {} }) },
    ],
    [
      'a map by its keys',
      { data: { a: '1', b: '1' } },
      { data: { a: '2', c: '1' } },
      {
        added: { 'f:data': { 'f:c': {} } },
        modified: { 'f:data': { 'f:a': {} } },
        removed: { 'f:data': { 'f:b': {} } },
      },
    ],
    [
      'an atomic map is one value',
      { spec: { selector: { a: '1' } } },
      { spec: { selector: { a: '1', b: '1' } } },
      { modified: inSpec({ 'f:selector': {} }) },
    ],
    [
      'an atomic list is one value',
      { spec: { args: ['a', 'b'] } },
      { spec: { args: ['b', 'a'] } },
      { modified: inSpec({ 'f:args': {} }) },
    ],
    [
      'a set by its values',
      { spec: { tags: ['a', 'b'] } },
      { spec: { tags: ['b', 'c'] } },
      { added: inSpec({ 'f:tags': { 'v:"c"': {} } }), removed: inSpec({ 'f:tags': { 'v:"a"': {} } }) },
    ],
    ['the order of a set does not matter', { spec: { tags: ['a', 'b'] } }, { spec: { tags: ['b', 'a'] } }, {}],
    [
      'a list by its keys',
      { spec: { containers: [{ name: 'a', image: '1' }, { name: 'b' }] } },
      {
        spec: {
          containers: [
            { name: 'c', image: '1' },
            { name: 'a', image: '2' },
          ],
        },
      },
      {
        added: inSpec({ 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:image': {}, 'f:name': {} } } }),
        modified: inSpec({ 'f:containers': { 'k:{"name":"a"}': { 'f:image': {} } } }),
        removed: inSpec({ 'f:containers': { 'k:{"name":"b"}': { '.': {}, 'f:name': {} } } }),
      },
    ],
    [
      'a key that is left out has its default',
      { spec: { containers: [{ name: 'a', ports: [{ containerPort: 80 }] }] } },
      { spec: { containers: [{ name: 'a', ports: [{ containerPort: 80, protocol: 'TCP', name: 'x' }] }] } },
      {
        added: inSpec({
          'f:containers': {
            'k:{"name":"a"}': {
              'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { 'f:name': {}, 'f:protocol': {} } },
            },
          },
        }),
      },
    ],
    ['from null to an empty map', { data: null }, { data: {} }, { modified: { 'f:data': {} } }],
    ['from null to a map', { data: null }, { data: { a: '1' } }, { added: { 'f:data': { 'f:a': {} } } }],
    ['from nothing to an empty list', { spec: {} }, { spec: { tags: [] } }, { added: inSpec({ 'f:tags': {} }) }],
    [
      'an emptied list',
      { spec: { tags: ['a'] } },
      { spec: { tags: [] } },
      { removed: inSpec({ 'f:tags': { 'v:"a"': {} } }) },
    ],
    [
      'repeated items as one value',
      { spec: { tags: ['a', 'a'] } },
      { spec: { tags: ['a', 'a', 'a'] } },
      { modified: inSpec({ 'f:tags': { 'v:"a"': {} } }) },
    ],
    [
      'items that are repeated no more',
      {
        spec: {
          containers: [
            { name: 'a', image: '1' },
            { name: 'a', image: '2' },
          ],
        },
      },
      { spec: { containers: [{ name: 'a', image: '1' }] } },
      {
        added: inSpec({ 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:image': {}, 'f:name': {} } } }),
        removed: inSpec({ 'f:containers': { 'k:{"name":"a"}': {} } }),
      },
    ],
    [
      'an item that becomes repeated',
      { spec: { containers: [{ name: 'a', image: '1' }] } },
      { spec: { containers: [{ name: 'a', image: '1' }, { name: 'a' }] } },
      {
        added: inSpec({ 'f:containers': { 'k:{"name":"a"}': {} } }),
        removed: inSpec({ 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:image': {}, 'f:name': {} } } }),
      },
    ],
    [
      'a key of the prototype is like any other',
      { data: {} },
      { data: { toString: '1' } },
      { added: { 'f:data': { 'f:toString': {} } } },
    ],
    [
      'an owner reference as a whole',
      { metadata: { ownerReferences: [{ uid: '1', name: 'a' }] } },
      { metadata: { ownerReferences: [{ uid: '1', name: 'b' }] } },
      { modified: { 'f:metadata': { 'f:ownerReferences': { 'k:{"uid":"1"}': {} } } } },
    ],
  ];
  test.each(cases)('%s', (_name, before, after, expected) => expect(differences(before, after)).toEqual(expected));
});

describe('values without a schema change their kind', () => {
  const cases: [name: string, before: JsonValue, after: JsonValue, expected: Record<string, JsonObject>][] = [
    [
      'a map becomes a scalar',
      { x: { a: 1 } },
      { x: 1 },
      { modified: { 'f:x': {} }, removed: { 'f:x': { 'f:a': {} } } },
    ],
    ['a scalar becomes a map', { x: 1 }, { x: { a: 1 } }, { added: { 'f:x': { 'f:a': {} } }, modified: { 'f:x': {} } }],
    ['a list becomes a map', { x: [1] }, { x: { a: 1 } }, { added: { 'f:x': { 'f:a': {} } }, modified: { 'f:x': {} } }],
    ['lists are one value', { x: [1] }, { x: [1, 2] }, { modified: { 'f:x': {} } }],
    [
      'maps inside of maps by their keys',
      { x: { y: { a: 1 } } },
      { x: { y: { a: 1, b: [] } } },
      { added: { 'f:x': { 'f:y': { 'f:b': {} } } } },
    ],
  ];
  test.each(cases)('%s', (_name, before, after, expected) =>
    expect(differences(before, after, deducedType)).toEqual(expected),
  );
});

describe('fieldSetOf returns the fields of an applied configuration', () => {
  const cases: [name: string, value: JsonObject, expected: JsonObject][] = [
    [
      'leaves, not the structs that lead to them',
      { spec: { replicas: 1, args: ['a'] } },
      inSpec({ 'f:args': {}, 'f:replicas': {} }),
    ],
    ['an empty struct itself', { spec: {} }, { 'f:spec': {} }],
    ['a null', { spec: { replicas: null, tags: null } }, inSpec({ 'f:replicas': {}, 'f:tags': {} })],
    [
      'items of lists and their keys',
      { spec: { containers: [{ name: 'a' }] } },
      inSpec({ 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} } } }),
    ],
    ['nothing of an empty list of items', { spec: { tags: [], replicas: 1 } }, inSpec({ 'f:replicas': {} })],
    [
      'keys of maps',
      { spec: { groups: { x: { a: '1' }, y: {} } } },
      inSpec({ 'f:groups': { 'f:x': { '.': {}, 'f:a': {} }, 'f:y': {} } }),
    ],
    ['repeated items as one', { spec: { tags: ['a', 'b', 'a'] } }, inSpec({ 'f:tags': { 'v:"a"': {}, 'v:"b"': {} } })],
    ['numbers of sets', { spec: { ports: [10, 9] } }, inSpec({ 'f:ports': { 'v:9': {}, 'v:10': {} } })],
    [
      'what is kept without a schema',
      { spec: { anything: { a: { b: [1] } } } },
      inSpec({ 'f:anything': { 'f:a': { '.': {}, 'f:b': {} } } }),
    ],
    [
      'metadata inside of an object',
      { spec: { template: { metadata: { finalizers: ['x'] } } } },
      inSpec({ 'f:template': { 'f:metadata': { 'f:finalizers': { 'v:"x"': {} } } } }),
    ],
  ];
  test.each(cases)('%s', (_name, value, expected) =>
    expect(encodeFieldsV1(fieldSetOf(workloadType, value))).toEqual(expected),
  );
});

test('a value does not differ from itself, and differences turn around', () => {
  const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(differences(a, structuredClone(a), deducedType)).toEqual({});
      const [there, back] = [differences(a, b, deducedType), differences(b, a, deducedType)];
      expect(there.added).toEqual(back.removed);
      expect(there.modified).toEqual(back.modified);
    }),
  );
});
