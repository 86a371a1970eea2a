import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { coerceObjectMeta } from './coerce-object-meta.js';
import { fieldErrorMessage } from './field-error.js';

const refuse = { malformed: 'refuse' } as const;
const drop = { malformed: 'drop' } as const;

describe('coerceObjectMeta', () => {
  test('keeps what ObjectMeta has, in wire order, and leaves out what is empty', () => {
    const { metadata, unknownFields } = coerceObjectMeta(
      {
        finalizers: [],
        annotations: null,
        labels: { b: '1', a: null },
        extra: 1,
        namespace: '',
        creationTimestamp: '2026-01-02T04:04:05.5+01:00',
        deletionTimestamp: null,
        generation: 9007199254740993n,
        ownerReferences: [{ uid: 'u', more: true, controller: false }],
        managedFields: [{ fieldsV1: { 'f:x': {} }, manager: 'm', time: null }],
        name: 'a',
      },
      refuse,
    );
    expect(JSON.stringify(metadata, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))).toBe(
      '{"name":"a","generation":"9007199254740993","creationTimestamp":"2026-01-02T03:04:05Z","labels":{"b":"1","a":""},' +
        '"ownerReferences":[{"apiVersion":"","kind":"","name":"","uid":"u","controller":false}],' +
        '"managedFields":[{"manager":"m","fieldsV1":{"f:x":{}}}]}',
    );
    expect(unknownFields).toEqual(['metadata.extra', 'metadata.ownerReferences[0].more']);
  });

  const malformed: [name: string, metadata: JsonValue, message: string][] = [
    [
      'a number as name',
      { name: 5 },
      'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
    ],
    [
      'a number as uid',
      { uid: 5 },
      'json: cannot unmarshal number into Go struct field ObjectMeta.uid of type types.UID',
    ],
    [
      'a number as label',
      { labels: { a: 5 } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ],
    [
      'a list as labels',
      { labels: [] },
      'json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map[string]string',
    ],
    [
      'a fraction as generation',
      { generation: 1.5 },
      'json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64',
    ],
    [
      'a text as finalizers',
      { finalizers: 'x' },
      'json: cannot unmarshal string into Go struct field ObjectMeta.finalizers of type []string',
    ],
    [
      'an owner that is a boolean',
      { ownerReferences: [true] },
      'json: cannot unmarshal bool into Go struct field ObjectMeta.ownerReferences of type v1.OwnerReference',
    ],
    [
      'an owner with a wrong name',
      { ownerReferences: [{ name: {} }] },
      'json: cannot unmarshal object into Go struct field OwnerReference.ownerReferences.name of type string',
    ],
    [
      'owners that are none',
      { ownerReferences: {} },
      'json: cannot unmarshal object into Go struct field ObjectMeta.ownerReferences of type []v1.OwnerReference',
    ],
    ['a number as time', { creationTimestamp: 5 }, 'json: cannot unmarshal number into Go value of type string'],
    [
      'no time',
      { creationTimestamp: 'x' },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    ['a text as metadata', 'x', 'json: cannot unmarshal string into Go value of type v1.ObjectMeta'],
  ];
  test.each(malformed)('refuses or drops %s', (_name, metadata, message) => {
    const { errors } = coerceObjectMeta(metadata, refuse);
    expect(errors.map(({ field, type, detail }) => [field, type, detail])).toEqual([
      ['metadata', 'FieldValueInvalid', message],
    ]);
    expect(coerceObjectMeta(metadata, drop)).toMatchObject({ metadata: {}, errors: [] });
  });

  test('drops only the member that is malformed', () => {
    expect(coerceObjectMeta({ name: 'a', labels: { x: 1 } }, drop).metadata).toEqual({ name: 'a' });
  });

  test('shows the value in the message', () => {
    const [error] = coerceObjectMeta({ name: 5 }, refuse).errors;
    expect(error && fieldErrorMessage(error)).toMatch(/^metadata: Invalid value: \{"name":5\}: json: cannot unmarshal/);
  });

  test('takes hostile keys as keys', () => {
    const { metadata, unknownFields } = coerceObjectMeta(
      JSON.parse('{"__proto__":{"name":"x"},"labels":{"__proto__":"y"},"constructor":1}'),
      refuse,
    );
    expect(metadata?.['name']).toBeUndefined();
    expect(JSON.stringify(metadata)).toBe('{"labels":{"__proto__":"y"}}');
    expect(unknownFields).toEqual(['metadata.__proto__', 'metadata.constructor']);
  });
});
