import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { asDefinition } from './custom-resource-definition.js';
import { validateDefinitionUpdate } from './validate-definition.js';
import { received, type WidgetsOptions, widgets } from './widgets.test.support.js';

interface Change {
  readonly before: WidgetsOptions;
  readonly after: WidgetsOptions;
  readonly status?: JsonObject;
}

const established = { conditions: [{ type: 'Established', status: 'True' }], storedVersions: ['v1'] };

function messages({ before, after, status = {} }: Change): string[] {
  const [object, old] = [after, before].map((options) => asDefinition(received({ ...widgets(options), status })));
  return validateDefinitionUpdate(object!, old!).map(fieldErrorMessage);
}

describe('what cannot be changed', () => {
  const cases: [name: string, change: Change, messages: string[]][] = [
    ['nothing is', { before: {}, after: {}, status: established }, []],
    [
      'the group',
      { before: {}, after: { group: 'example.org' } },
      ['spec.group: Invalid value: "example.org": field is immutable'],
    ],
    [
      'the plural',
      { before: {}, after: { names: { plural: 'gadgets' } } },
      ['spec.names.plural: Invalid value: "gadgets": field is immutable'],
    ],
    [
      'the scope and the kind, as long as nothing is served',
      { before: {}, after: { spec: { scope: 'Cluster' }, names: { kind: 'Gadget' } } },
      [],
    ],
    [
      'the scope and the kind of what is served',
      { before: {}, after: { spec: { scope: 'Cluster' }, names: { kind: 'Gadget' } }, status: established },
      [
        'spec.scope: Invalid value: "Cluster": field is immutable',
        'spec.names.kind: Invalid value: "Gadget": field is immutable',
      ],
    ],
  ];
  test.each(cases)('%s', (_, change, expected) => {
    expect(messages(change)).toEqual(expected);
  });
});

describe('stored versions', () => {
  test('remain', () => {
    const after = { version: { name: 'v2' } };
    expect(messages({ before: {}, after, status: { storedVersions: ['v1', 'v2'] } })).toEqual([
      'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
    ]);
  });

  test('include the one to store', () => {
    const after = {
      versions: [
        { name: 'v2', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        { name: 'v1', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    };
    expect(messages({ before: {}, after, status: { storedVersions: ['v1'] } })).toEqual([
      'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2',
    ]);
  });
});

const list = (items: JsonObject, more: JsonObject): JsonObject => ({
  type: 'object',
  properties: { list: { type: 'array', items, ...more } },
});
const many = [...'abcdefghi'];
const manyFields: WidgetsOptions = {
  schema: { type: 'object', properties: Object.fromEntries(many.map((name) => [name, { type: 'string' }])) },
  version: { selectableFields: many.map((name) => ({ jsonPath: `.${name}` })) },
};
const reviews = (...conversionReviewVersions: string[]): WidgetsOptions => ({
  spec: {
    conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions } },
  },
});

describe('what is wrong already may stay so', () => {
  const cases: [name: string, wrong: WidgetsOptions][] = [
    ['types that do not exist', { schema: { type: 'object', properties: { a: { type: 'colour' } } } }],
    [
      'defaults with unknown fields',
      {
        schema: {
          type: 'object',
          properties: { a: { type: 'object', default: { ghost: 1 }, properties: { b: { type: 'string' } } } },
        },
      },
    ],
    ['sets of objects that are merged', { schema: list({ type: 'object' }, { 'x-kubernetes-list-type': 'set' }) }],
    [
      'list maps whose keys may be missing',
      {
        schema: list(
          { type: 'object', properties: { n: { type: 'string' } } },
          { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n'] },
        ),
      },
    ],
    ['unknown review versions', reviews('v9')],
    ['too many selectable fields', manyFields],
  ];
  test.each(cases)('%s', (_, wrong) => {
    expect(messages({ before: {}, after: wrong })).toHaveLength(1);
    expect(messages({ before: wrong, after: { ...wrong, names: { shortNames: ['wd'] } } })).toEqual([]);
  });

  test('versions without schemas, unless they are served', () => {
    const without = { name: 'v1', served: false, storage: true };
    const before = { versions: [without] };
    expect(messages({ before, after: before })).toEqual([]);
    expect(messages({ before, after: { versions: [{ ...without, served: true }] } })).toEqual([
      'spec.versions[0].schema.openAPIV3Schema: Required value: because otherwise all fields are pruned',
    ]);
  });

  test('schemas that are not structural, as long as nothing is pruned', () => {
    const schema = { type: 'object', properties: { a: {} } };
    const before = { schema, spec: { preserveUnknownFields: true } };
    expect(messages({ before, after: before })).toEqual([]);
    expect(messages({ before, after: { schema } })).toEqual([
      'spec.validation.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
    ]);
  });

  test('other faults may not', () => {
    const wrong = { names: { singular: 'Widget' } };
    expect(messages({ before: wrong, after: wrong })).toHaveLength(1);
  });
});

describe('certificates of a webhook', () => {
  const url = 'https://example.com';
  const withCa = (caBundle: string): WidgetsOptions => ({
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url, caBundle }, conversionReviewVersions: ['v1'] },
      },
    },
  });
  const fault =
    'spec.conversion.webhookClientConfig.caBundle: Invalid value: "AAAA": unable to load root certificates: unable to parse bytes as PEM block';
  const cases: [name: string, change: Change, messages: string[]][] = [
    ['are not looked at before anything is served', { before: {}, after: withCa('AAAA') }, []],
    ['are valid once it is', { before: {}, after: withCa('AAAA'), status: established }, [fault]],
    ['may be invalid if they were', { before: withCa('AAAB'), after: withCa('AAAA'), status: established }, []],
  ];
  test.each(cases)('%s', (_, change, expected) => {
    expect(messages(change)).toEqual(expected);
  });
});

describe('approvals', () => {
  const group = 'sample.k8s.io';
  const annotated = (value: string): WidgetsOptions => ({
    group,
    metadata: { annotations: { 'api-approved.kubernetes.io': value } },
  });
  test('may go on missing, but not go', () => {
    expect(messages({ before: { group }, after: { group } })).toEqual([]);
    expect(messages({ before: annotated('https://example.com/1'), after: { group } })).toHaveLength(1);
    expect(messages({ before: { group }, after: annotated('certainly') })).toHaveLength(1);
  });
});

test('a rule that was accepted once may cost too much, a new one not', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        items: { type: 'array', items: { type: 'string' } },
        'x-kubernetes-validations': [{ rule: 'self.all(x, x.all(y, y.size() > 0 && self.all(z, z.size() > 0)))' }],
      },
    },
  };
  expect(
    messages({ before: {}, after: { schema } }).some((message) => message.includes('estimated rule cost exceeds')),
  ).toBe(true);
  const costs = messages({ before: { schema }, after: { schema, names: { shortNames: ['wd'] } } });
  expect(costs.some((message) => message.includes('rule: Forbidden: estimated rule cost exceeds'))).toBe(false);
});
