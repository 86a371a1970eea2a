import { describe, expect, test } from 'vitest';
import { FieldPath, fieldErrorMessage } from '../validation/index.js';
import { checkStatusRoot, checkStructural, type JsonSchema, type LaterRule, unrecognizedFormats } from './index.js';

const path = FieldPath.of('schema');

function messages(schema: JsonSchema): string[] {
  return checkStructural(schema, path).map(fieldErrorMessage);
}

type Case = [name: string, schema: JsonSchema, messages: string[]];

const string: JsonSchema = { type: 'string' };
const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

describe('the root', () => {
  const cases: Case[] = [
    ['may be an object of known fields', object({ spec: object({ a: string }) }), []],
    ['may preserve everything', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, []],
    ['must have a type', {}, ['schema.type: Required value: must not be empty at the root']],
    [
      'must be an object',
      { type: 'array', items: string },
      ['schema.type: Invalid value: "array": must be object at the root'],
    ],
    [
      'cannot be nullable',
      { type: 'object', nullable: true },
      ['schema.nullable: Forbidden: nullable cannot be true at the root'],
    ],
    [
      'cannot be a map',
      { type: 'object', additionalProperties: string },
      ['schema.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [
      'may restrict names',
      object({ metadata: object({ name: { type: 'string', maxLength: 5 }, generateName: string }) }),
      [],
    ],
    [
      'cannot restrict other metadata',
      object({ metadata: object({ labels: { type: 'object' } }) }),
      [
        'schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      'cannot demand of metadata',
      object({ metadata: { type: 'object', minProperties: 3 } }),
      [
        'schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      'has strings for its type',
      object({ kind: { type: 'integer' }, metadata: { type: 'string' } }),
      [
        'schema.properties[kind].type: Invalid value: "integer": must be string',
        'schema.properties[metadata].type: Invalid value: "string": must be object',
      ],
    ],
    [
      'has no defaults in its metadata',
      object({ kind: { type: 'string', default: 'X' }, metadata: object({ name: { type: 'string', default: 'n' } }) }),
      [
        'schema.properties[kind].default: Forbidden: must not be set in top-level kind',
        'schema.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => expect(messages(schema)).toEqual(expected));
});

/** The same for a schema of `a`, without its path. */
function fieldMessages(a: JsonSchema): string[] {
  return messages(object({ a })).map((message) => message.replace('schema.properties[a]', '').replace(/^\./, ''));
}

describe('a field', () => {
  const cases: Case[] = [
    ['must have a type', {}, ['type: Required value: must not be empty for specified object fields']],
    [
      'must have a known type',
      { type: 'colour' },
      [
        'type: Unsupported value: "colour": supported values: "array", "boolean", "integer", "number", "object", "string"',
      ],
    ],
    [
      'cannot be null',
      { type: 'null' },
      [
        'type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
        'type: Forbidden: type cannot be set to null, use nullable as an alternative',
      ],
    ],
    ['needs items if it is a list', { type: 'array' }, ['items: Required value: must be specified']],
    [
      'needs typed items',
      { type: 'array', items: {} },
      ['items.type: Required value: must not be empty for specified array items'],
    ],
    ['needs no type if it is an int or string', { 'x-kubernetes-int-or-string': true }, []],
    ['needs no type if it is preserved', { 'x-kubernetes-preserve-unknown-fields': true }, []],
    [
      'preserves or says nothing',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
      ['x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined'],
    ],
    [
      'cannot be an int or string and more',
      {
        type: 'object',
        'x-kubernetes-int-or-string': true,
        'x-kubernetes-preserve-unknown-fields': true,
        'x-kubernetes-embedded-resource': true,
      },
      [
        'x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
        'x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      ],
    ],
    [
      'is an object if it embeds a resource',
      { type: 'string', 'x-kubernetes-embedded-resource': true },
      [
        'properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
        'type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
      ],
    ],
    [
      'embeds no map',
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
        additionalProperties: string,
      },
      ['additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set'],
    ],
    [
      'has properties or is a map',
      object({ b: string }, { additionalProperties: string }),
      ['additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    ['may have properties and allow others', object({ b: string }, { additionalProperties: true }), []],
    [
      'is not made unique quadratically',
      { type: 'array', items: string, uniqueItems: true },
      ['uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic'],
    ],
    [
      'has a valid pattern',
      { type: 'string', pattern: '(' },
      [
        'pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
      ],
    ],
    [
      'has no keywords beyond structural ones',
      {
        type: 'object',
        id: 'x',
        $ref: '#',
        patternProperties: { a: string },
        definitions: { d: string },
        dependencies: { x: ['y'] },
      },
      [
        'id: Forbidden: id is not supported',
        'patternProperties: Forbidden: patternProperties is not supported',
        'definitions: Forbidden: definitions is not supported',
        'dependencies: Forbidden: dependencies is not supported',
        '$ref: Forbidden: $ref is not supported',
      ],
    ],
    [
      'has neither dependencies nor a reference, though they be empty',
      { type: 'object', $ref: '', dependencies: {}, patternProperties: {}, definitions: {} },
      ['dependencies: Forbidden: dependencies is not supported', '$ref: Forbidden: $ref is not supported'],
    ],
    [
      'has no additional items',
      { type: 'array', items: string, additionalItems: true },
      ['additionalItems: Forbidden: additionalItems is not supported'],
    ],
    [
      'has one schema for its items',
      { type: 'array', items: [string] as unknown as JsonSchema },
      ['items: Forbidden: items must be a schema object and not an array'],
    ],
    [
      'does not name another dialect',
      { type: 'string', $schema: 'http://x' },
      ['schema: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => expect(fieldMessages(schema)).toEqual(expected));
});

describe('a junctor', () => {
  const cases: Case[] = [
    [
      'may restrict',
      object({ b: string }, { anyOf: [{ required: ['b'] }, { properties: { b: { minLength: 1 } } }] }),
      [],
    ],
    [
      'says no types',
      { type: 'object', anyOf: [{ type: 'object' }], not: { type: 'object' } },
      [
        'anyOf[0].type: Forbidden: must be empty to be structural',
        'not.type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      'describes nothing',
      object(
        { b: string },
        { oneOf: [{ description: 'x', title: 'y', properties: { b: { default: '', nullable: true } } }] },
      ),
      [
        'oneOf[0].description: Forbidden: must be empty to be structural',
        'oneOf[0].properties[b].default: Forbidden: must be undefined to be structural',
        'oneOf[0].properties[b].nullable: Forbidden: must be false to be structural',
        'oneOf[0].title: Forbidden: must be empty to be structural',
      ],
    ],
    [
      'makes no map',
      { type: 'object', anyOf: [{ additionalProperties: string }, { additionalProperties: false }] },
      ['anyOf[0].additionalProperties: Forbidden: must be undefined to be structural'],
    ],
    [
      'has no extensions',
      {
        type: 'array',
        items: string,
        allOf: [{ 'x-kubernetes-list-type': 'set', 'x-kubernetes-validations': [{ rule: 'true' }] }],
      },
      [
        'allOf[0].x-kubernetes-list-type: Forbidden: must be undefined to be structural',
        'allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural',
        'allOf[0].type: Required value: must be array if x-kubernetes-list-type is specified',
      ],
    ],
    [
      'does not speak of metadata',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, anyOf: [{ properties: { metadata: {} } }] },
      ['anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context'],
    ],
    [
      'may say that it is an int or a string',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      [],
    ],
    [
      'may say so in its first allOf',
      {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 5 }],
      },
      [],
    ],
    [
      'may not say so in another order',
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
      [
        'anyOf[0].type: Forbidden: must be empty to be structural',
        'anyOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => expect(fieldMessages(schema)).toEqual(expected));

  test('at the root speaks of what the structure has', () => {
    const schema = object(
      { b: string },
      { allOf: [{ properties: { b: { items: { minLength: 1 } }, c: { not: {} } } }] },
    );
    expect(messages(schema)).toEqual([
      'schema.properties[b].items: Required value: because it is defined in schema.allOf[0].properties[b].items',
      'schema.properties[c]: Required value: because it is defined in schema.allOf[0].properties[c]',
    ]);
  });
});

describe('list and map types', () => {
  const items = object({ n: string }, { required: ['n'] });
  const keyed = (more: JsonSchema): JsonSchema => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n'],
    items,
    ...more,
  });
  const cases: Case[] = [
    ['a list with keys', keyed({}), []],
    [
      'without keys',
      keyed({ 'x-kubernetes-list-map-keys': [] }),
      ['x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map'],
    ],
    [
      'a key that is no property',
      keyed({ 'x-kubernetes-list-map-keys': ['m'] }),
      ['x-kubernetes-list-map-keys: Invalid value: ["m"]: entries must all be names of item properties'],
    ],
    [
      'a key twice',
      keyed({ 'x-kubernetes-list-map-keys': ['n', 'n'] }),
      ['x-kubernetes-list-map-keys: Invalid value: ["n","n"]: must not contain duplicate entries'],
    ],
    [
      'a key that may be missing',
      keyed({ items: object({ n: string }) }),
      [
        'items.properties[n].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      ],
    ],
    ['a key with a default', keyed({ items: object({ n: { type: 'string', default: 'x' } }) }), []],
    [
      'a key that may be null',
      keyed({ items: object({ n: { type: 'string', nullable: true } }, { required: ['n'] }) }),
      [
        'items.properties[n].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
      ],
    ],
    [
      'a key that is no scalar',
      keyed({ items: object({ n: { type: 'object' } }, { required: ['n'] }) }),
      [
        'items.properties[n].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
      ],
    ],
    [
      'items that are no objects',
      keyed({ items: string }),
      ['items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map'],
    ],
    [
      'keys without a list of type map',
      { type: 'array', items, 'x-kubernetes-list-map-keys': ['n'] },
      ['x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty'],
    ],
    [
      'keys of a set',
      { type: 'array', items: string, 'x-kubernetes-list-type': 'set', 'x-kubernetes-list-map-keys': ['n'] },
      ['x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty'],
    ],
    [
      'a set of objects that are not atomic',
      { type: 'array', items, 'x-kubernetes-list-type': 'set' },
      [
        'items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'a set of sets',
      {
        type: 'array',
        items: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' },
        'x-kubernetes-list-type': 'set',
      },
      [
        'items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'a set that may hold null',
      { type: 'array', items: { type: 'string', nullable: true }, 'x-kubernetes-list-type': 'set' },
      ['items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set'],
    ],
    [
      'unknown list type',
      { type: 'array', items: string, 'x-kubernetes-list-type': 'bag' },
      ['x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"'],
    ],
    [
      'a list type for an object',
      { type: 'object', 'x-kubernetes-list-type': 'atomic' },
      ['type: Invalid value: "object": must be array if x-kubernetes-list-type is specified'],
    ],
    [
      'a map type for a list',
      { type: 'array', items: string, 'x-kubernetes-map-type': 'atomic' },
      ['type: Invalid value: "array": must be object if x-kubernetes-map-type is specified'],
    ],
    [
      'unknown map type',
      { type: 'object', 'x-kubernetes-map-type': 'loose' },
      ['x-kubernetes-map-type: Unsupported value: "loose": supported values: "atomic", "granular"'],
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => expect(fieldMessages(schema)).toEqual(expected));
});

describe('with a status subresource', () => {
  const cases: Case[] = [
    [
      'the root may have fields and rules',
      object({}, { required: ['spec'], 'x-kubernetes-validations': [{ rule: 'x' }] }),
      [],
    ],
    [
      'the root is an object',
      { type: 'array', items: string },
      [
        'schema.type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
      ],
    ],
    [
      'the root has no junctors',
      { type: 'object', anyOf: [{}] },
      [
        'schema: Invalid value: {"anyOf":[{}],"type":"object"}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, schema, expected) => {
    expect(checkStatusRoot(schema, path).map(fieldErrorMessage)).toEqual(expected);
  });
});

test('formats that mean nothing are found everywhere', () => {
  const schema = object({
    a: { type: 'string', format: 'colour' },
    b: { type: 'integer', format: 'date' },
    c: { type: 'array', items: { type: 'string', format: 'date', anyOf: [{ format: 'shade' }] } },
  });
  expect(unrecognizedFormats(schema)).toEqual(['colour', 'date', 'shade']);
});

describe('a definition that was there before a rule', () => {
  const breaks: Record<LaterRule, JsonSchema> = {
    structure: object({ a: {} }),
    types: object({ a: { type: 'colour' } }),
    prunedDefaults: object({ a: object({}, { default: { ghost: 1 } }) }),
    atomicSetItems: object({
      a: { type: 'array', 'x-kubernetes-list-type': 'set', items: object({ b: string }) },
    }),
    presentMapKeys: object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['b'],
        items: object({ b: string }),
      },
    }),
  };
  test.each(Object.entries(breaks))('may go on breaking that of %s, and no other', (rule, schema) => {
    const others = Object.keys(breaks).filter((other) => other !== rule) as LaterRule[];
    expect(checkStructural(schema, path, { tolerated: new Set([rule as LaterRule]) })).toEqual([]);
    const tolerated = new Set(rule === 'prunedDefaults' ? others.filter((other) => other !== 'structure') : others);
    expect(checkStructural(schema, path, { tolerated })).toHaveLength(1);
  });
});
