import { expect, test } from 'vitest';
import { compileObjectType } from '../../apimachinery/apply/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { compileSchema } from '../../apimachinery/schema/index.js';
import { customResourceDefinitions } from './definition-resource.js';
import { received, widgets } from './widgets.test.support.js';

const { schema = {} } = customResourceDefinitions().versions['v1']!;

/** A definition with every field set. */
const everything = received({
  ...widgets({
    names: { shortNames: ['wd'], categories: ['all'] },
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { namespace: 'a', name: 'b', path: '/c' }, caBundle: 'AAAA' },
          conversionReviewVersions: ['v1'],
        },
      },
    },
    version: {
      deprecated: true,
      deprecationWarning: 'old',
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a', labelSelectorPath: '.status.b' },
      },
      additionalPrinterColumns: [
        { name: 'A', type: 'integer', format: 'int32', description: 'a', priority: 1, jsonPath: '.spec.a' },
      ],
      selectableFields: [{ jsonPath: '.spec.a' }],
    },
    schema: {
      type: 'object',
      externalDocs: { url: 'https://example.com' },
      properties: { spec: { type: 'object', default: { a: null }, properties: { a: { type: 'string' } } } },
      required: ['spec'],
      items: [{ type: 'string' }],
      additionalProperties: true,
      enum: [null, 1, { a: null }],
      dependencies: { a: ['b'] },
      maximum: 1.5,
      allOf: [{ not: { minLength: 1 } }],
      'x-kubernetes-validations': [{ rule: 'true', message: 'm', reason: 'FieldValueInvalid', optionalOldSelf: true }],
    },
  }),
  status: {
    conditions: [{ type: 'Established', status: 'True', reason: 'a', message: 'b', observedGeneration: 1 }],
    acceptedNames: { plural: 'widgets', kind: 'Widget' },
    storedVersions: ['v1'],
    observedGeneration: 1,
  },
});

test.each([
  ['everything', everything],
  ['nothing', received({ metadata: {} })],
])('the published schema knows %s that has its shape', (_, object: JsonObject) => {
  const compiled = compileSchema(schema);
  const copy = structuredClone(object);
  expect(compiled.prune(copy)).toEqual([]);
  expect(copy).toEqual(object);
  expect(compiled.validate(object)).toEqual([]);
});

test('the published schema says how definitions are applied', () => {
  expect(() => compileObjectType(schema, {})).not.toThrow();
  const { spec, status } = schema.properties!;
  expect(spec?.properties?.['versions']).toMatchObject({ 'x-kubernetes-list-type': 'atomic' });
  expect(status?.properties?.['conditions']).toMatchObject({
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  });
});
