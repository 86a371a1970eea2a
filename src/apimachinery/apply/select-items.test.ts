import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { decodeFieldsV1 } from './fields-v1.js';
import { extractItems, removeItems } from './select-items.js';
import { fieldSetOf } from './to-field-set.js';
import { frozen, workloadType } from './workload.test.support.js';

const object = frozen({
  data: { a: '1', b: '2' },
  spec: {
    replicas: 1,
    selector: { x: '1' },
    tags: ['a', 'b'],
    containers: [{ name: 'a', image: '1', ports: [{ containerPort: 80 }] }, { name: 'b' }],
  },
});

describe('removeItems', () => {
  const cases: [name: string, fields: JsonObject, expected: (copy: typeof object) => JsonValue][] = [
    ['nothing', { 'f:other': {} }, (copy) => copy],
    ['a key of a map', { 'f:data': { 'f:a': {} } }, (copy) => ({ ...copy, data: { b: '2' } })],
    ['a whole map', { 'f:data': {} }, ({ spec }) => ({ spec })],
    ['all that is in a map leaves null', { 'f:data': { 'f:a': {}, 'f:b': {} } }, (copy) => ({ ...copy, data: null })],
    [
      'an item of a set',
      { 'f:spec': { 'f:tags': { 'v:"a"': {} } } },
      (copy) => ({ ...copy, spec: { ...copy.spec, tags: ['b'] } }),
    ],
    [
      'an item by its keys, and what is inside of one',
      {
        'f:spec': {
          'f:containers': {
            'k:{"name":"a"}': { 'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': {} } },
            'k:{"name":"b"}': {},
          },
        },
      },
      (copy) => ({ ...copy, spec: { ...copy.spec, containers: [{ name: 'a', image: '1', ports: null }] } }),
    ],
    [
      'something inside of an atomic map takes all of it',
      { 'f:spec': { 'f:selector': { 'f:x': {} } } },
      (copy) => ({ ...copy, spec: { ...copy.spec, selector: null } }),
    ],
  ];
  test.each(cases)('%s', (_name, fields, expected) =>
    expect(removeItems(workloadType, object, decodeFieldsV1(fields))).toEqual(expected(object)),
  );

  test('gives back the value itself where nothing is removed', () => {
    expect(removeItems(workloadType, object, decodeFieldsV1({ 'f:spec': { 'f:paused': {} } }))).toBe(object);
  });
});

describe('extractItems', () => {
  const cases: [name: string, fields: JsonObject, expected: JsonValue | undefined][] = [
    ['nothing', { 'f:other': {} }, undefined],
    ['a key of a map', { 'f:data': { 'f:a': {} } }, { data: { a: '1' } }],
    ['a map itself without its keys', { 'f:data': {} }, { data: {} }],
    ['an atomic map', { 'f:spec': { 'f:selector': {} } }, { spec: { selector: { x: '1' } } }],
    [
      'items',
      { 'f:spec': { 'f:tags': { 'v:"b"': {} }, 'f:containers': { 'k:{"name":"a"}': { 'f:name': {} } } } },
      { spec: { tags: ['b'], containers: [{ name: 'a' }] } },
    ],
  ];
  test.each(cases)('%s', (_name, fields, expected) =>
    expect(extractItems(workloadType, object, decodeFieldsV1(fields))).toEqual(expected),
  );

  test('an object is what its own field set extracts', () => {
    expect(extractItems(workloadType, object, fieldSetOf(workloadType, object))).toEqual(object);
  });
});
