import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';
import { applyDefinitionDefaults } from './defaults.js';
import { shapeDefinition } from './shape.js';
import { received, widgets } from './widgets.test.support.js';

function shaped(object: JsonObject): { object: JsonObject; unknown: readonly string[] } {
  const copy = structuredClone(object);
  return { unknown: shapeDefinition(copy), object: copy };
}

function schemaAfter(schema: JsonValue): JsonValue {
  const { spec } = shaped(widgets({ schema: schema as JsonObject })).object as { spec: { versions: JsonObject[] } };
  return (spec.versions[0]!['schema'] as JsonObject)['openAPIV3Schema']!;
}

describe('the shape of a definition', () => {
  test('has what its type always has', () => {
    expect(shaped({ metadata: { name: 'a' } }).object).toEqual({
      metadata: { name: 'a' },
      spec: { group: '', names: { plural: '', kind: '' }, scope: '', versions: [] },
      status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null },
    });
  });

  test('has neither nulls nor empty values where its type leaves them out', () => {
    const object = widgets({
      spec: { preserveUnknownFields: false, conversion: { strategy: 'None', webhook: {} } },
      names: { shortNames: [], categories: null, listKind: '' },
      version: {
        deprecated: false,
        deprecationWarning: null,
        additionalPrinterColumns: [],
        subresources: { status: {} },
      },
    });
    expect(shaped(object).object['spec']).toEqual({
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
          subresources: { status: {} },
        },
      ],
      conversion: { strategy: 'None' },
    });
  });

  const schemas: [what: string, sent: JsonValue, kept: JsonValue][] = [
    ['a default of null is none', { default: null }, {}],
    [
      'nulls inside defaults and enums stay',
      { default: { a: null }, enum: [null, 'a'] },
      { default: { a: null }, enum: [null, 'a'] },
    ],
    ['false switches go', { nullable: false, uniqueItems: false, 'x-kubernetes-int-or-string': false }, {}],
    [
      'pointers to false and zero stay',
      { 'x-kubernetes-preserve-unknown-fields': false, maxLength: 0 },
      { 'x-kubernetes-preserve-unknown-fields': false, maxLength: 0 },
    ],
    ['empty lists and maps go', { required: [], properties: {}, allOf: [], items: [] }, {}],
    ['properties that are null are empty schemas', { properties: { a: null } }, { properties: { a: {} } }],
    ['additionalProperties may be a boolean', { additionalProperties: false }, { additionalProperties: false }],
    ['limits are floating-point numbers', { maximum: 9223372036854775807n }, { maximum: 2 ** 63 }],
    ['unknown keywords go', { const: 1, properties: { a: { const: 1 } } }, { properties: { a: {} } }],
  ];
  test.each(schemas)('in schemas, %s', (_, sent, kept) => {
    expect(schemaAfter(sent)).toEqual(kept);
  });

  test('keeps a property named __proto__ as a property', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"}}') as JsonObject;
    expect(JSON.stringify(schemaAfter({ properties }))).toBe('{"properties":{"__proto__":{"type":"string"}}}');
  });

  test('unknown fields are named, except inside of what Go reads apart', () => {
    const object = widgets({
      spec: { nonsense: 1 },
      schema: {
        properties: { a: { ghost: 1, items: { ghost: 1 }, additionalProperties: { ghost: 1 } } },
        anyOf: [{ ghost: 1 }],
      },
    });
    expect(shaped({ ...object, extra: 1 }).unknown).toEqual([
      'spec.versions[0].schema.openAPIV3Schema.properties.a.ghost',
      'spec.versions[0].schema.openAPIV3Schema.anyOf[0].ghost',
      'spec.nonsense',
      'extra',
    ]);
  });

  const refused: [message: string, object: JsonObject][] = [
    [
      'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec of type v1.CustomResourceDefinitionSpec',
      { spec: 'x' },
    ],
    [
      'json: cannot unmarshal object into Go struct field CustomResourceDefinitionSpec.spec.versions of type []v1.CustomResourceDefinitionVersion',
      { spec: { versions: {} } },
    ],
    [
      'json: cannot unmarshal string into Go struct field CustomResourceDefinitionVersion.spec.versions.served of type bool',
      { spec: { versions: [{ served: 'yes' }] } },
    ],
    [
      'json: cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.scope of type v1.ResourceScope',
      { spec: { scope: 1 } },
    ],
    [
      'json: cannot unmarshal number 1.5 into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.maxLength of type int64',
      widgets({ schema: { properties: { a: { maxLength: 1.5 } } } }),
    ],
    [
      'json: cannot unmarshal number into Go struct field JSONSchemaProps.type of type string',
      widgets({ schema: { items: { type: 1 } } }),
    ],
    ['boolean or JSON schema expected', widgets({ schema: { additionalProperties: 'x' } })],
    ['illegal base64 data at input byte 0', { spec: { conversion: { webhook: { clientConfig: { caBundle: '!' } } } } }],
  ];
  test.each(refused)('is refused: %s', (message, object) => {
    expect(() => shapeDefinition(object)).toThrow(expect.objectContaining({ name: 'ShapeError', message }));
  });

  test('schemas without end are refused', () => {
    let schema: JsonObject = {};
    for (let depth = 0; depth < 5000; depth++) schema = { not: schema };
    expect(() => shapeDefinition(widgets({ schema }))).toThrow(ShapeError);
  });
});

describe('defaults of a definition', () => {
  test('names, conversion and stored versions follow from the rest', () => {
    const object = received(widgets({ names: { singular: '', listKind: null } }));
    expect(object).toMatchObject({
      spec: { names: { singular: 'widget', listKind: 'WidgetList' }, conversion: { strategy: 'None' } },
      status: { storedVersions: ['v1'] },
    });
  });

  test('a service has port 443', () => {
    const clientConfig = { service: { namespace: 'a', name: 'b' } };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    expect(received(widgets({ spec: { conversion } }))).toMatchObject({
      spec: { conversion: { webhook: { clientConfig: { service: { namespace: 'a', name: 'b', port: 443 } } } } },
    });
  });

  test('what has no shape is left alone', () => {
    const object = { spec: 'x' };
    applyDefinitionDefaults(object);
    expect(object).toEqual({ spec: 'x' });
  });
});
