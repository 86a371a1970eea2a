import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { fieldErrorMessage } from '../validation/index.js';
import { coerceObjectMeta, compileSchema, type JsonSchema, MalformedMetadata } from './index.js';

const resource: JsonSchema = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};
const schema: JsonSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        e: resource,
        l: { type: 'array', items: resource },
        m: { type: 'object', additionalProperties: resource },
      },
    },
  },
};

describe('an embedded resource', () => {
  const cases: [name: string, value: JsonObject, messages: (string | RegExp)[]][] = [
    [
      'needs apiVersion and kind, not metadata',
      {},
      ['spec.e.apiVersion: Required value', 'spec.e.kind: Required value'],
    ],
    ['is fine with those', { apiVersion: 'v1', kind: 'ConfigMap' }, []],
    [
      'needs them to be strings',
      { apiVersion: 1, kind: 'X' },
      ['spec.e.apiVersion: Invalid value: 1: must be a string'],
    ],
    [
      'needs them to say something',
      { apiVersion: '', kind: 'X' },
      ['spec.e.apiVersion: Invalid value: "": must not be empty'],
    ],
    [
      'needs a group and version at most',
      { apiVersion: 'a/b/c', kind: 'X' },
      ['spec.e.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      'needs a kind like a name',
      { apiVersion: 'v1', kind: 'a b' },
      [/^spec\.e\.kind: Invalid value: "a b": may have mixed case, but should otherwise match: a DNS-1035 label/],
    ],
    [
      'needs valid labels',
      { apiVersion: 'v1', kind: 'X', metadata: { labels: { 'a b': 'c' } } },
      [/^spec\.e\.metadata\.labels: Invalid value: "a b"/],
    ],
    [
      'needs a name without slashes',
      { apiVersion: 'v1', kind: 'X', metadata: { name: 'a/b' } },
      [/^spec\.e\.metadata\.name: Invalid value: "a\/b": may not contain '\/'/],
    ],
    ['may have a namespace', { apiVersion: 'v1', kind: 'X', metadata: { namespace: 'n' } }, []],
    [
      'needs metadata of the right types',
      { apiVersion: 'v1', kind: 'X', metadata: { name: 1 } },
      [
        /^spec\.e\.metadata: Invalid value: .*cannot unmarshal number into Go struct field ObjectMeta\.name of type string/,
      ],
    ],
    [
      'needs owners of the right types',
      { apiVersion: 'v1', kind: 'X', metadata: { ownerReferences: [{ uid: 1 }] } },
      [/number into Go struct field OwnerReference\.ownerReferences\.uid of type types\.UID/],
    ],
  ];
  test.each(cases)('%s', (_name, value, expected) => {
    const messages = compileSchema(schema)
      .validate({ spec: { e: value } })
      .map(fieldErrorMessage);
    expect(messages).toHaveLength(expected.length);
    for (const [index, message] of messages.entries()) expect(message).toMatch(expected[index]!);
  });

  test('is found in lists and maps', () => {
    const value = { spec: { l: [{ kind: 'X' }], m: { k: { apiVersion: 'v1' } } } };
    expect(
      compileSchema(schema)
        .validate(value)
        .map(({ field }) => field),
    ).toEqual(['spec.l[0].apiVersion', 'spec.m[k].kind']);
  });
});

describe('coercing metadata', () => {
  const full: JsonObject = {
    name: 'n',
    generation: 3,
    labels: { a: 'b' },
    finalizers: ['f'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'o', uid: 'u', controller: true }],
    creationTimestamp: '2024-02-29T12:00:00Z',
    deletionGracePeriodSeconds: 0,
    managedFields: [{ manager: 'm', operation: 'Update', fieldsV1: { 'f:a': {} } }],
  };
  const cases: [name: string, metadata: JsonValue, coerced: JsonObject, unknown: string[]][] = [
    ['leaves what is right', full, full, []],
    [
      'drops unknown fields',
      { name: 'n', x: 1, ownerReferences: [{ y: 1 }] },
      { name: 'n', ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] },
      ['x', 'ownerReferences[0].y'],
    ],
    ['drops what is empty', { name: '', generation: 0, labels: {}, finalizers: [], creationTimestamp: null }, {}, []],
    ['makes null in a map an empty string', { labels: { a: null } }, { labels: { a: '' } }, []],
    [
      'writes times in UTC',
      { creationTimestamp: '2024-02-29T12:00:00+02:00' },
      { creationTimestamp: '2024-02-29T10:00:00Z' },
      [],
    ],
    ['takes null for nothing', null, {}, []],
  ];
  test.each(cases)('%s', (_name, metadata, coerced, unknown) => {
    expect(coerceObjectMeta(metadata, { malformed: 'refuse' })).toEqual({ metadata: coerced, unknown });
  });

  const malformed: [field: string, value: JsonValue][] = [
    ['name', 1],
    ['generation', '1'],
    ['generation', 1.5],
    ['labels', ['a']],
    ['labels', { a: 1 }],
    ['finalizers', 'f'],
    ['ownerReferences', [{ controller: 'yes' }]],
    ['creationTimestamp', 'yesterday'],
    ['managedFields', {}],
  ];
  test.each(malformed)('%s as %j is refused, or dropped', (field, value) => {
    const metadata = { namespace: 'kept', [field]: value };
    expect(() => coerceObjectMeta(metadata, { malformed: 'refuse' })).toThrow(MalformedMetadata);
    expect(coerceObjectMeta(metadata, { malformed: 'drop' }).metadata).toEqual({ namespace: 'kept' });
  });

  test('that is no object is refused', () => {
    const problem = 'json: cannot unmarshal array into Go value of type v1.ObjectMeta';
    expect(() => coerceObjectMeta([], { malformed: 'refuse' })).toThrow(problem);
  });

  test('includes the root and embedded resources, and reports unknown fields', () => {
    const object: JsonObject = {
      metadata: { x: 1 },
      spec: { e: { apiVersion: 1, metadata: { name: 'n', y: 1 } }, m: { k: { metadata: { z: 1 } } } },
    };
    const { unknown, error } = compileSchema(schema).coerceMetadata(object, { root: 'resource', malformed: 'drop' });
    expect(error).toBeUndefined();
    expect(unknown).toEqual(['metadata.x', 'spec.e.metadata.y', 'spec.m[k].metadata.z']);
    expect(object).toEqual({ metadata: {}, spec: { e: { metadata: { name: 'n' } }, m: { k: { metadata: {} } } } });
  });

  test('refuses the first field of a wrong type', () => {
    const compiled = compileSchema(schema);
    const refuse = (e: JsonValue) =>
      compiled.coerceMetadata({ spec: { e } }, { root: 'value', malformed: 'refuse' }).error?.field;
    expect([refuse({ kind: 1 }), refuse({ metadata: 'x' }), refuse({})]).toEqual([
      'spec.e.kind',
      'spec.e.metadata',
      undefined,
    ]);
  });

  test('drops metadata that is no object by leaving it to validation', () => {
    const object = { spec: { e: { metadata: 'x' } } };
    compileSchema(schema).coerceMetadata(object, { root: 'value', malformed: 'drop' });
    expect(object).toEqual({ spec: { e: { metadata: 'x' } } });
  });
});
