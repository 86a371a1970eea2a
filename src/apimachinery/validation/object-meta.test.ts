import { describe, expect, test } from 'vitest';
import type { ObjectMeta, OwnerReference } from '../meta/index.js';
import { moreErrors } from './error-report.js';
import { type FieldError, fieldErrorMessage } from './field-error.js';
import { FieldPath } from './field-path.js';
import { generateName } from './generate-name.js';
import { nameIsDnsSubdomain } from './names.js';
import { validateObjectMeta, validateObjectMetaUpdate } from './object-meta.js';

const rules = { scope: 'Namespaced', nameRule: nameIsDnsSubdomain } as const;
const good: ObjectMeta = { name: 'a', namespace: 'n' };
const owner: OwnerReference = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };

function messages(errors: FieldError[]): string[] {
  return errors.map(fieldErrorMessage);
}

describe('validateObjectMeta', () => {
  const accepted: [name: string, metadata: ObjectMeta][] = [
    ['name and namespace', good],
    ['a generateName beside the name', { ...good, generateName: 'a-' }],
    [
      'labels, annotations with capitals, finalizers',
      { ...good, labels: { a: '' }, annotations: { 'EX.com/A': '<>' }, finalizers: ['x/y'] },
    ],
    ['two owners, one of them the controller', { ...good, ownerReferences: [{ ...owner, controller: true }, owner] }],
    ['managed fields', { ...good, managedFields: [{ manager: 'k', operation: 'Apply', fieldsType: 'FieldsV1' }] }],
    ['nulls for absent lists', { ...good, labels: null, finalizers: null }],
  ];
  test.each(accepted)('accepts %s', (_name, metadata) => expect(validateObjectMeta(metadata, rules)).toEqual([]));

  const refused: [name: string, metadata: ObjectMeta, messages: (string | RegExp)[]][] = [
    [
      'nothing at all',
      {},
      ['metadata.name: Required value: name or generateName is required', 'metadata.namespace: Required value'],
    ],
    [
      'a name against the rule',
      { ...good, name: 'A' },
      [/^metadata\.name: Invalid value: "A": a lowercase RFC 1123 sub/],
    ],
    [
      'a generateName against it',
      { ...good, generateName: 'AB-' },
      [/^metadata\.generateName: Invalid value: "AB-": /],
    ],
    [
      'a namespace that is no label',
      { ...good, namespace: 'a.b' },
      ['metadata.namespace: Invalid value: "a.b": must not contain dots'],
    ],
    [
      'a negative generation',
      { ...good, generation: -1 },
      ['metadata.generation: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'a bad label value',
      { ...good, labels: { a: 'b c' } },
      [/^metadata\.labels: Invalid value: "b c": a valid label must be/],
    ],
    [
      'a bad label key',
      { ...good, labels: { 'a b': 'c' } },
      [/^metadata\.labels: Invalid value: "a b": name part must/],
    ],
    [
      'a bad annotation key',
      { ...good, annotations: { '/A': '' } },
      ['metadata.annotations: Invalid value: "/A": prefix part must be non-empty'],
    ],
    [
      'annotations beyond 256 KiB',
      { ...good, annotations: { a: 'x'.repeat(262144) } },
      ['metadata.annotations: Too long: may not be more than 262144 bytes'],
    ],
    [
      'an owner without any field',
      { ...good, ownerReferences: [{}] as unknown as OwnerReference[] },
      [
        'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
        'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
      ],
    ],
    [
      'an Event as owner',
      { ...good, ownerReferences: [{ ...owner, kind: 'Event' }] },
      [
        'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"p","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    ],
    [
      'two controllers',
      {
        ...good,
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, name: 'q', controller: true },
        ],
      },
      [
        'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u","controller":true},{"apiVersion":"v1","kind":"Pod","name":"q","uid":"u","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for Pod/p and Pod/q',
      ],
    ],
    [
      'an unreadable apiVersion of an owner',
      { ...good, ownerReferences: [{ ...owner, apiVersion: 'a/b/c' }] },
      ['metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty'],
    ],
    [
      'a bad finalizer',
      { ...good, finalizers: ['x/'] },
      [/name part must be non-empty$/, /^metadata\.finalizers: Invalid value: "x\/": name part must consist/],
    ],
    [
      'both deletion finalizers',
      { ...good, finalizers: ['orphan', 'foregroundDeletion'] },
      [
        'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      'strange managed fields',
      {
        ...good,
        managedFields: [
          { operation: 'Sync' as 'Apply', fieldsType: 'FieldsV2', manager: 'ü\n', subresource: 's'.repeat(257) },
        ],
      },
      [
        'metadata.managedFields[0].operation: Invalid value: "Sync": must be `Apply` or `Update`',
        'metadata.managedFields[0].fieldsType: Invalid value: "FieldsV2": must be `FieldsV1`',
        'metadata.managedFields[0].manager: Invalid value: "ü\\n": invalid character U+000A (at position 2)',
        'metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes',
      ],
    ],
  ];
  test.each(refused)('refuses %s', (_name, metadata, expected) => {
    const actual = messages(validateObjectMeta(metadata, rules));
    expect(actual).toHaveLength(expected.length);
    for (const [index, message] of expected.entries()) expect(actual[index]).toMatch(message);
  });

  test('a cluster-scoped object has no namespace', () => {
    const path = FieldPath.of('spec', 'template', 'metadata');
    expect(messages(validateObjectMeta(good, { ...rules, scope: 'Cluster', path }))).toEqual([
      'spec.template.metadata.namespace: Forbidden: not allowed on this type',
    ]);
  });
});

describe('hostile metadata', () => {
  test('with a great many errors is refused like any other', () => {
    const labels = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`/${index}`, '']));
    expect(validateObjectMeta({ ...good, labels }, rules).at(-1)).toEqual(moreErrors(199_000));
    const ownerReferences = Array.from({ length: 10_000 }, () => ({ ...owner, controller: true }));
    expect(validateObjectMeta({ ...good, ownerReferences }, rules)).toHaveLength(10);
    const managedFields = [{ operation: 'Apply', manager: '\0'.repeat(1_000_000) }] as const;
    expect(validateObjectMeta({ ...good, managedFields }, rules)).toHaveLength(1);
  });
});

describe('validateObjectMetaUpdate', () => {
  const old: ObjectMeta = {
    ...good,
    uid: 'u',
    resourceVersion: '5',
    generation: 2,
    creationTimestamp: '2026-01-02T03:04:05Z',
  };
  const deleting: ObjectMeta = { ...old, deletionTimestamp: '2026-01-02T03:04:06Z', finalizers: ['a/b'] };
  const cases: [name: string, metadata: ObjectMeta, old: ObjectMeta, messages: string[]][] = [
    ['the same', old, old, []],
    ['the same time in another zone', { ...old, creationTimestamp: '2026-01-02T04:04:05+01:00' }, old, []],
    ['fewer finalizers while deleting', { ...deleting, finalizers: [] }, deleting, []],
    ['new finalizers', { ...old, finalizers: ['a/b'] }, old, []],
    [
      'new finalizers while deleting',
      { ...deleting, finalizers: ['z/z', 'a/b', 'c/d', 'z/z'] },
      deleting,
      [
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"c/d", "z/z"}',
      ],
    ],
    [
      'no resourceVersion and a lower generation',
      { ...old, resourceVersion: '', generation: 1 },
      old,
      [
        'metadata.resourceVersion: Invalid value: "": must be specified for an update',
        'metadata.generation: Invalid value: 1: must not be decremented',
      ],
    ],
    [
      'everything that is immutable',
      {
        name: 'b',
        namespace: 'm',
        uid: 'v',
        resourceVersion: '5',
        generation: 2,
        deletionTimestamp: '2026-01-02T03:04:06Z',
        deletionGracePeriodSeconds: 3,
      },
      old,
      [
        'metadata.name: Invalid value: "b": field is immutable',
        'metadata.namespace: Invalid value: "m": field is immutable',
        'metadata.uid: Invalid value: "v": field is immutable',
        'metadata.creationTimestamp: Invalid value: null: field is immutable',
        'metadata.deletionTimestamp: Invalid value: "2026-01-02T03:04:06Z": field is immutable',
        'metadata.deletionGracePeriodSeconds: Invalid value: 3: field is immutable',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, metadata, before, expected) => {
    expect(messages(validateObjectMetaUpdate(metadata, before))).toEqual(expected);
  });
});

test('generateName cuts the base and adds five characters', () => {
  const picks = [0, 26, 1, 25, 2];
  const random = (bound: number) => (picks.shift() ?? 0) % bound;
  expect(generateName('web-', random)).toBe('web-b9c8d');
  expect(generateName('x'.repeat(100), random)).toBe(`${'x'.repeat(58)}bbbbb`);
});
