import { CRDS, crdBody, seeError, specSchema } from '../../support/case-helpers.mjs';

const obj = (properties, more = {}) => ({ type: 'object', ...(properties ? { properties } : {}), ...more });
/** A CRD with this root schema is refused with these field paths (or accepted). */
const schemaCase = (name, schema, extra = {}) => ({
  name,
  async run(t) {
    seeError(t, 'create', await t.post(`${CRDS}?dryRun=All`, crdBody(t, { schema, ...extra })));
  },
});
/** The same for a schema of .spec.a. */
const fieldCase = (name, a, more) => schemaCase(name, specSchema({ a }, more));

export const cases = [
  // ---- structural rules
  schemaCase('a root schema of a type other than object is refused', { type: 'array', items: { type: 'string' } }),
  fieldCase('an array without items is refused', { type: 'array' }),
  fieldCase('an unknown type is refused', { type: 'colour' }),
  fieldCase('type null is refused', { type: 'null' }),
  fieldCase('additionalProperties in anyOf is refused', {
    type: 'object',
    anyOf: [{ additionalProperties: { type: 'string' } }],
  }),
  fieldCase('patternProperties are refused', { type: 'object', patternProperties: { '^a': { type: 'string' } } }),
  fieldCase('additionalItems are refused', {
    type: 'array',
    items: { type: 'string' },
    additionalItems: { type: 'string' },
  }),
  fieldCase('type inside anyOf, allOf, oneOf and not is refused', {
    type: 'object',
    anyOf: [{ type: 'object' }],
    allOf: [{ type: 'object' }],
    oneOf: [{ type: 'object' }],
    not: { type: 'object' },
  }),
  fieldCase('description, default and nullable inside anyOf are refused', {
    type: 'object',
    properties: { b: { type: 'string' } },
    anyOf: [{ description: 'x', properties: { b: { default: 'x', nullable: true } } }],
  }),
  schemaCase(
    'items named only in allOf are refused',
    obj({ b: { type: 'string' } }, { allOf: [{ properties: { b: { items: { minLength: 1 } } } }] }),
  ),
  fieldCase('x-kubernetes-embedded-resource on a string is refused', {
    type: 'string',
    'x-kubernetes-embedded-resource': true,
  }),
  schemaCase(
    'root metadata with required or minProperties is refused',
    obj({ metadata: { type: 'object', minProperties: 3 } }),
  ),
  fieldCase('a list of type map without keys is refused', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    items: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
  }),
  fieldCase('a list map key that is no property is refused', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['nope'],
    items: { type: 'object', properties: { n: { type: 'string' } } },
  }),
  fieldCase('a list map key with a default is accepted', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n'],
    items: { type: 'object', properties: { n: { type: 'string', default: 'x' } } },
  }),
  fieldCase('a list map key twice is refused', {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n', 'n'],
    items: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
  }),
  fieldCase('list map keys without list type map are refused', {
    type: 'array',
    'x-kubernetes-list-map-keys': ['n'],
    items: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
  }),
  fieldCase('a list type on an object and a map type on an array are refused', {
    type: 'object',
    'x-kubernetes-list-type': 'atomic',
    properties: { b: { type: 'array', items: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' } },
  }),
  // ---- defaults in the CRD
  fieldCase('a default that does not validate is refused', { type: 'string', maxLength: 2, default: 'too long' }),
  fieldCase('a default for an embedded resource must have its type meta', {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    default: { spec: {} },
  }),
  fieldCase('x-kubernetes-int-or-string with preserve-unknown-fields or embedded-resource is refused', {
    type: 'object',
    'x-kubernetes-int-or-string': true,
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-embedded-resource': true,
  }),
  {
    name: 'an error in one of several versions names the version',
    async run(t) {
      seeError(
        t,
        'create',
        await t.post(
          `${CRDS}?dryRun=All`,
          crdBody(t, {
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: { openAPIV3Schema: specSchema({ a: { type: 'string' } }) },
              },
              { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: specSchema({ a: {} }) } },
            ],
          }),
        ),
      );
    },
  },
];
