import type { JsonObject } from '../../src/apimachinery/meta/index.js';

const text = { type: 'string' };
const keyed = (...keys: string[]) => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
  items: { type: 'object', required: keys, properties: { name: text, v: { type: 'integer' } } },
});

/** A field of each type and of each keyword that schemas have. */
export const fields = {
  ints: { type: 'array', items: { type: 'integer' } },
  numbers: { type: 'array', items: { type: 'number', multipleOf: 0.5 } },
  texts: { type: 'array', items: text },
  booleans: { type: 'array', items: { type: 'boolean' } },
  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
  atomic: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: text },
  keyed: keyed('name'),
  keyedTwice: keyed('name', 'v'),
  defaulted: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer', default: 1 } } } },
  patterns: { type: 'array', items: { type: 'string', pattern: '^(a|b)*c$' } },
  times: { type: 'array', items: { type: 'string', format: 'date-time' } },
  enums: {
    type: 'array',
    items: { type: 'string', enum: Array.from({ length: 3000 }, (_, index) => `value-${index}`) },
  },
  alternatives: {
    type: 'array',
    items: {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  },
  quantities: { type: 'array', items: { 'x-kubernetes-int-or-string': true } },
  resources: {
    type: 'array',
    items: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
  map: { type: 'object', additionalProperties: text },
  lists: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
  },
  open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  ruled: {
    type: 'array',
    maxItems: 100_000,
    items: { type: 'string', maxLength: 10, 'x-kubernetes-validations': [{ rule: "self != 'x'" }] },
  },
} satisfies Record<string, JsonObject>;

export const things: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.scaling.example.com' },
  spec: {
    group: 'scaling.example.com',
    names: { plural: 'things', kind: 'Thing' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: fields } } } },
      },
    ],
  },
};

export const thingsPath = '/apis/scaling.example.com/v1/namespaces/default/things';

export function thing(name: string, spec: JsonObject, metadata: JsonObject = {}): Buffer {
  const object = { apiVersion: 'scaling.example.com/v1', kind: 'Thing', metadata: { name, ...metadata }, spec };
  return Buffer.from(JSON.stringify(object));
}

export function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
