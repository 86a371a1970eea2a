import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { FeatureGates } from '../../server/feature-gates/index.js';
import type { DefinitionVersion } from '../definition/index.js';
import { apiExtensionsFeatureGates } from '../feature-gates.js';
import { customStrategies } from './custom-strategies.js';

const plain: DefinitionVersion = { name: 'v1', served: true, storage: true };
const withStatus: DefinitionVersion = { ...plain, subresources: { status: {} } };
const scaled: DefinitionVersion = {
  ...plain,
  subresources: {
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
};
const context = {
  namespace: 'a',
  user: 'me',
  dryRun: false,
  features: new FeatureGates({ gates: apiExtensionsFeatureGates }),
  warn: () => undefined,
  validateMetadata: () => [],
};

const ownKind = { group: 'example.com', kind: 'Widget' };

function generationAfter(version: DefinitionVersion, before: JsonObject, after: JsonObject): unknown {
  const old: JsonObject = { kind: 'Widget', metadata: { generation: 3 }, ...before };
  const object: JsonObject = { kind: 'Widget', metadata: { generation: 3 }, ...after };
  customStrategies(version, ownKind).main.prepareForUpdate!({ object, old }, context);
  return (object['metadata'] as JsonObject)['generation'];
}

describe('metadata.generation', () => {
  test('begins with 1, whatever clients say', () => {
    const object: JsonObject = { kind: 'Widget', metadata: { generation: 9 } };
    customStrategies(plain, ownKind).main.prepareForCreate!(object, context);
    expect(object['metadata']).toEqual({ generation: 1 });
  });

  test.each<[change: string, version: DefinitionVersion, before: JsonObject, after: JsonObject, generation: number]>([
    ['the spec', plain, { spec: 1 }, { spec: 2 }, 4],
    ['nothing', plain, { spec: { a: 1 } }, { spec: { a: 1 } }, 3],
    ['any other field', plain, {}, { data: {} }, 4],
    ['the status without its endpoint', plain, { status: 1 }, { status: 2 }, 4],
    ['the status with its endpoint', withStatus, { status: 1 }, { status: 2 }, 3],
    ['the spec with a status endpoint', withStatus, { spec: 1, status: 1 }, { spec: 2, status: 2 }, 4],
    ['labels', plain, {}, { metadata: { generation: 3, labels: { a: 'b' } } }, 3],
  ])('after a change of %s', (_change, version, before, after, generation) => {
    expect(generationAfter(version, before, after)).toBe(generation);
  });
});

describe('the status endpoint', () => {
  test('changes the status alone', () => {
    const old: JsonObject = { kind: 'Widget', metadata: { generation: 3, labels: { a: 'b' } }, spec: 1, status: 1 };
    const object: JsonObject = { kind: 'Widget', metadata: { generation: 9 }, spec: 2, status: 2, other: 3 };
    customStrategies(withStatus, ownKind).status.prepareForUpdate!({ object, old }, context);
    expect(object).toEqual({ ...old, status: 2 });
  });

  test('does not say anything about finalizers', () => {
    expect(customStrategies(withStatus, ownKind).status.warningsOnUpdate).toBeUndefined();
  });
});

describe('what a Scale shows', () => {
  const errorsOf = (object: JsonObject): string[] =>
    customStrategies(scaled, ownKind).main.validate!(object, context).map(fieldErrorMessage);

  test.each<[name: string, object: JsonObject, errors: string[]]>([
    ['is nothing', {}, []],
    ['is as it should be', { spec: { replicas: 3 }, status: { replicas: 1, selector: 'a=b' } }, []],
    [
      'is negative',
      { spec: { replicas: -1 } },
      ['.spec.replicas: Invalid value: -1: should be a non-negative integer'],
    ],
    [
      'is too large',
      { status: { replicas: 2147483648 } },
      ['.status.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [
      'is a text',
      { spec: { replicas: 'x' } },
      ['.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64'],
    ],
    [
      'is in something that is no object',
      { spec: [1, 'a'] },
      [
        '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: [1 a] is of the type []interface {}, expected map[string]interface{}',
      ],
    ],
    [
      'is a selector that is no text',
      { status: { selector: { a: 'b' } } },
      [
        '.status.selector: Invalid value: "": .status.selector accessor error: map[a:b] is of the type map[string]interface {}, expected string',
      ],
    ],
  ])('%s', (_name, object, errors) => {
    expect(errorsOf(object)).toEqual(errors);
  });
});

describe('new finalizers', () => {
  const warningsOf = (finalizers: string[], before: string[] = []): readonly string[] =>
    customStrategies(plain, ownKind).main.warningsOnUpdate!(
      { object: { metadata: { finalizers } }, old: { metadata: { finalizers: before } } },
      context,
    );

  test('should be qualified by a domain', () => {
    const advice = 'to avoid accidental conflicts with other finalizer writers';
    expect(warningsOf(['mine', 'example.com', 'example.com/mine', 'orphan'])).toEqual([
      `metadata.finalizers: "example.com": prefer a domain-qualified finalizer name including a path (/) ${advice}`,
      `metadata.finalizers: "mine": prefer a domain-qualified finalizer name ${advice}`,
    ]);
  });

  test('are spoken of once', () => {
    expect(warningsOf(['mine'], ['mine'])).toEqual([]);
  });
});
