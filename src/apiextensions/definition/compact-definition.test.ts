import { expect, it } from 'vitest';
import { jsonText } from '../../apimachinery/codec/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { compactDefinition } from './compact-definition.js';
import type { CustomResourceDefinition } from './custom-resource-definition.js';

const smallSchema: JsonSchema = { type: 'object', properties: { spec: { type: 'string' } } };
const largeSchema: JsonSchema = {
  type: 'object',
  description: 'é'.repeat(100),
  properties: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, { type: 'string' }])),
};

const exactSchema: JsonSchema = {
  type: 'integer',
  maximum: 9_223_372_036_854_775_807n,
  enum: [9_007_199_254_740_993n, 1],
};

function definition(openAPIV3Schema: JsonSchema, generation = 1): CustomResourceDefinition {
  const metadata = {
    name: 'widgets.example.com',
    uid: 'u',
    generation,
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', other: 'kept' },
    managedFields: [{ manager: 'test' }],
  };
  const versions = [
    { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } },
    { name: 'v2', served: false, storage: false },
  ];
  const names = { plural: 'widgets', kind: 'Widget' };
  const status = { conditions: null, acceptedNames: names, storedVersions: null };
  const spec = { group: 'example.com', scope: 'Cluster', names, versions };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec, status } as never;
}

it.each([
  ['small', smallSchema],
  ['large', largeSchema],
  ['small, with integers of 64 bits,', exactSchema],
  ['large, with integers of 64 bits,', { ...largeSchema, items: exactSchema }],
])('reads a %s schema as it was, and drops only ballast', (_size, schema) => {
  const compact = compactDefinition(definition(schema));
  const { managedFields: _, ...metadata } = definition(schema).metadata;
  expect(compact).toEqual({ ...definition(schema), metadata: { ...metadata, annotations: { other: 'kept' } } });
  expect(jsonText(compact.spec as never)).toBe(jsonText(definition(schema).spec as never));
});

it('shares the schemas of the former state until the generation changes', () => {
  const first = compactDefinition(definition(smallSchema));
  const same = compactDefinition(definition(smallSchema), first);
  const changed = compactDefinition(definition(largeSchema, 2), same);
  expect(same.spec).toBe(first.spec);
  expect(changed.spec.versions[0]?.schema?.openAPIV3Schema).toEqual(largeSchema);
});
