import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { kindSchema, listSchema, standardFields } from './kind-schemas.js';
import { models, noModels } from './model-names.js';
import { everything, resourceOf, wardleResources } from './openapi.test.support.js';

const fields = standardFields(noModels);

function published(schema: JsonSchema): JsonSchema {
  const resource = resourceOf('tests.example.com', { kind: 'Test', plural: 'tests', schema });
  return kindSchema(resource, 'v1', fields);
}

const objectMeta = '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

describe('the schema of a kind', () => {
  test('says only the kind where the version has none', async () => {
    expect(kindSchema(wardleResources[1]!, 'v1', fields)).toEqual({
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'wardle.example.com', version: 'v1', kind: 'Fischer' }],
    });
  });

  test('has what every object has, in place of what it says of metadata', async () => {
    expect(published(everything)).toMatchObject({
      description: 'has <everything>',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { allOf: [{ $ref: objectMeta }] },
      },
      'x-kubernetes-group-version-kind': [{ group: 'tests.example.com', version: 'v1', kind: 'Test' }],
    });
  });

  test('describes the fields of every object as the models of the server do', () => {
    const properties = { kind: { description: 'a kind' }, metadata: { description: 'of lists' } };
    const known = standardFields({ find: (model) => (model === models.status ? { properties } : undefined) });
    expect(
      kindSchema(resourceOf('tests.example.com', { kind: 'Test', plural: 'tests', schema: everything }), 'v1', known),
    ).toMatchObject({
      properties: { kind: { description: 'a kind' }, apiVersion: fields.typeMeta.apiVersion },
    });
    expect(listSchema(wardleResources[0]!, 'v1', { itemModel: 'a', fields: known })).toMatchObject({
      properties: { kind: { description: 'a kind' }, metadata: { description: 'of lists' } },
    });
  });

  test('names the fields that selectors may use', async () => {
    const selectable = { 'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.reference' }] };
    expect(kindSchema(wardleResources[0]!, 'v1', fields)).toMatchObject(selectable);
    expect(listSchema(wardleResources[0]!, 'v1', { itemModel: 'com.example.wardle.v1.Flunder', fields })).toMatchObject(
      {
        ...selectable,
        required: ['items'],
        properties: { items: { items: { $ref: '#/components/schemas/com.example.wardle.v1.Flunder' } } },
      },
    );
  });

  const intOrString = { 'x-kubernetes-int-or-string': true };
  const both = [{ type: 'integer' }, { type: 'string' }];
  test.each<[string, JsonSchema, JsonSchema]>([
    ['has both types', intOrString, { ...intOrString, anyOf: both }],
    ['keeps them where it has them', { ...intOrString, anyOf: both }, { ...intOrString, anyOf: both }],
    [
      'keeps them within the first of all',
      { ...intOrString, allOf: [{ anyOf: both }, { maximum: 3 }] },
      { ...intOrString, allOf: [{ anyOf: both }, { maximum: 3 }] },
    ],
    [
      'has them beside other alternatives',
      { ...intOrString, anyOf: [{ pattern: 'a' }] },
      { ...intOrString, anyOf: [{ pattern: 'a' }], allOf: [{ anyOf: both }] },
    ],
  ])('of an integer or string %s', async (_, schema, expected) => {
    const { properties } = published({ type: 'object', properties: { port: schema } });
    expect(properties?.['port']).toEqual(expected);
  });

  test('of an embedded object has the fields of objects', async () => {
    const template = { type: 'object', 'x-kubernetes-embedded-resource': true, required: ['spec', 'kind'] };
    const { properties } = published({ type: 'object', properties: { template } });
    expect(properties?.['template']).toMatchObject({
      required: ['spec', 'kind', 'apiVersion'],
      properties: { metadata: { allOf: [{ $ref: objectMeta }] } },
    });
  });

  test('shares what is the same as before with the definition', async () => {
    const { properties } = published(everything);
    expect(properties?.['spec']?.properties?.['list']).toBe(everything.properties?.['spec']?.properties?.['list']);
    expect(published({ type: 'object', properties: { spec: everything } }).properties?.['spec']).not.toBe(everything);
  });

  test('may have a property named __proto__', async () => {
    const text = '{"type":"object","properties":{"__proto__":{"x-kubernetes-int-or-string":true}}}';
    const { properties = {} } = published({ type: 'object', properties: { spec: JSON.parse(text) } });
    const names = properties['spec']?.properties ?? {};
    expect(Object.hasOwn(names, '__proto__')).toBe(true);
    expect(JSON.stringify(names)).toContain('"__proto__":{"x-kubernetes-int-or-string":true,"anyOf"');
  });
});
