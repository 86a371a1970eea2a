import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { asDefinition } from './custom-resource-definition.js';
import { shapeDefinition } from './shape.js';
import { validateDefinition } from './validate-definition.js';
import { received, type WidgetsOptions, widgets } from './widgets.test.support.js';

const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and " +
  "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')";

function messages(object: JsonObject): string[] {
  return validateDefinition(asDefinition(received(object))).map(fieldErrorMessage);
}

function fields(object: JsonObject): string[] {
  return validateDefinition(asDefinition(received(object))).map(({ type, field }) => `${field} ${type}`);
}

type Case = [name: string, options: WidgetsOptions, messages: string[]];

function check(cases: Case[]): void {
  test.each(cases)('%s', (_, options, expected) => {
    expect(messages(widgets(options))).toEqual(expected);
  });
}

describe('names', () => {
  check([
    ['a plain definition is valid', {}, []],
    [
      'it is called after its plural and group',
      { metadata: { name: 'nonsense' } },
      ['metadata.name: Invalid value: "nonsense": must be spec.names.plural+"."+spec.group'],
    ],
    [
      'a group has a dot',
      { group: 'example' },
      ['spec.group: Invalid value: "example": should be a domain with at least one dot'],
    ],
    ['a scope is needed', { spec: { scope: '' } }, ['spec.scope: Required value']],
    [
      'a scope is one of two',
      { spec: { scope: 'Galaxy' } },
      ['spec.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"'],
    ],
    [
      'a singular is lower case',
      { names: { singular: 'Widget' } },
      [`spec.names.singular: Invalid value: "Widget": ${label}`],
    ],
    [
      'a kind is an identifier',
      { names: { kind: 'not a kind' } },
      [`spec.names.kind: Invalid value: "not a kind": may have mixed case, but should otherwise match: ${label}`],
    ],
    [
      'a kind is not that of its list',
      { names: { listKind: 'Widget' } },
      ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
    ],
    [
      'short names and categories are labels',
      { names: { shortNames: ['ok', 'No'], categories: ['all', '1'] } },
      [
        `spec.names.shortNames[1]: Invalid value: "No": ${label}`,
        `spec.names.categories[1]: Invalid value: "1": ${label}`,
      ],
    ],
  ]);

  test('what is missing is named', () => {
    expect(fields({ metadata: { name: 'a.b' }, spec: {} })).toEqual([
      'metadata.name FieldValueInvalid',
      'spec.group FieldValueRequired',
      'spec.scope FieldValueRequired',
      'spec.versions FieldValueInvalid',
      'spec.names.plural FieldValueRequired',
      'spec.names.singular FieldValueRequired',
      'spec.names.kind FieldValueRequired',
      'spec.names.listKind FieldValueRequired',
      'status.storedVersions FieldValueInvalid',
    ]);
  });
});

const schema = { openAPIV3Schema: { type: 'object' } };
const other = { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string' } } } };
const broken = { openAPIV3Schema: { type: 'object', properties: { a: {} } } };
const v1 = { name: 'v1', served: true, storage: true, schema };

describe('versions', () => {
  const cases: [name: string, versions: JsonObject[], fields: string[]][] = [
    ['have different names', [v1, { ...v1, storage: false }], ['spec.versions FieldValueInvalid']],
    [
      'have names that are labels',
      [{ ...v1, name: '1' }],
      ['spec.versions[0].name FieldValueInvalid', 'spec.version FieldValueInvalid'],
    ],
    [
      'are stored in one of them',
      [{ ...v1, storage: false }],
      ['spec.versions FieldValueInvalid', 'status.storedVersions FieldValueInvalid'],
    ],
    [
      'are not stored in two',
      [v1, { ...v1, name: 'v2' }],
      ['spec.versions FieldValueInvalid', 'status.storedVersions FieldValueInvalid'],
    ],
    [
      'have schemas',
      [{ name: 'v1', served: true, storage: true }],
      ['spec.versions[0].schema.openAPIV3Schema FieldValueRequired'],
    ],
    [
      'have schemas that say something',
      [{ ...v1, schema: {} }],
      ['spec.versions[0].schema.openAPIV3Schema FieldValueRequired'],
    ],
    [
      'that are alike are reported once',
      [
        { ...v1, schema: broken },
        { ...v1, name: 'v2', storage: false, schema: broken },
      ],
      ['spec.validation.openAPIV3Schema.properties[a].type FieldValueRequired'],
    ],
    [
      'that differ are reported separately',
      [v1, { ...v1, name: 'v2', storage: false, schema: broken }],
      ['spec.versions[1].schema.openAPIV3Schema.properties[a].type FieldValueRequired'],
    ],
  ];
  test.each(cases)('%s', (_, versions, expected) => {
    expect(fields(widgets({ versions }))).toEqual(expected);
  });

  const shown =
    '{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,' +
    '"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}';
  const twice = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
  check([
    [
      'of one name are shown in the words of Go, without what they share',
      { versions: [twice, twice] },
      [
        `spec.versions: Invalid value: [${shown},${shown}]: must contain unique version names`,
        `spec.versions: Invalid value: [${shown},${shown}]: must have exactly one version marked as storage version`,
        'status.storedVersions: Invalid value: ["v1"]: must have the storage version v1',
      ],
    ],
    [
      'warn only if they are deprecated',
      { version: { deprecationWarning: 'x' } },
      ['spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions'],
    ],
    [
      'warn in few words',
      { version: { deprecated: true, deprecationWarning: 'é'.repeat(129) } },
      [`spec.versions[0].deprecationWarning: Invalid value: "${'é'.repeat(129)}": must be <= 256 characters long`],
    ],
    [
      'warn in words that can be printed',
      { version: { deprecated: true, deprecationWarning: 'é\u0000' } },
      [
        'spec.versions[0].deprecationWarning: Invalid value: "é\\x00": must only contain printable UTF-8 characters; ' +
          'non-printable character found at index 2',
      ],
    ],
    [
      'warn in some words',
      { version: { deprecated: true, deprecationWarning: '' } },
      ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    ],
    ['warn', { version: { deprecated: true, deprecationWarning: 'use v2' } }, []],
  ]);
});

describe('printer columns', () => {
  const column = { name: 'A', type: 'string', jsonPath: '.spec.a' };
  const columns = (...additionalPrinterColumns: JsonObject[]): WidgetsOptions => ({
    version: { additionalPrinterColumns },
  });
  check([
    ['are complete', columns({ ...column, format: 'password', priority: 1 }), []],
    [
      'have a name, a type and a path',
      columns({}),
      [
        'spec.additionalPrinterColumns[0].name: Required value',
        'spec.additionalPrinterColumns[0].type: Required value: must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].JSONPath: Required value',
      ],
    ],
    [
      'have types, formats and paths that exist',
      columns({ name: 'A', type: 'colour', format: 'int128', jsonPath: 'spec.a' }),
      [
        'spec.additionalPrinterColumns[0].type: Invalid value: "colour": must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].format: Invalid value: "int128": must be one of byte,date,date-time,double,float,int32,int64,password',
        'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec.a": must be a simple json path starting with .',
      ],
    ],
  ]);
});

describe('subresources', () => {
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const at = 'spec.subresources.scale';
  check([
    [
      'scale finds its fields',
      { version: { subresources: { scale: { ...scale, labelSelectorPath: '.spec.selector' } } } },
      [],
    ],
    [
      'scale has paths',
      { version: { subresources: { scale: {} } } },
      [`${at}.specReplicasPath: Required value`, `${at}.statusReplicasPath: Required value`],
    ],
    [
      'scale looks in spec and status',
      {
        version: {
          subresources: {
            scale: { specReplicasPath: '.status.a', statusReplicasPath: 'status.a', labelSelectorPath: '.metadata.a' },
          },
        },
      },
      [
        `${at}.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec`,
        `${at}.statusReplicasPath: Invalid value: "status.a": must be a simple json path starting with .`,
        `${at}.labelSelectorPath: Invalid value: ".metadata.a": should be a json path under either .spec or .status`,
      ],
    ],
    [
      'with a status, schemas are objects',
      { version: { subresources: { status: {} } }, schema: { type: 'array', items: { type: 'string' } } },
      [
        'spec.validation.openAPIV3Schema.type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
        'spec.validation.openAPIV3Schema.type: Invalid value: "array": must be object at the root',
      ],
    ],
  ]);
});

describe('selectable fields', () => {
  const properties: JsonObject = {
    metadata: { type: 'object', properties: { name: { type: 'string' } } },
    spec: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        on: { type: 'boolean' },
        map: { type: 'object' },
      },
    },
  };
  const select = (...paths: string[]): WidgetsOptions => ({
    schema: { type: 'object', properties },
    version: { selectableFields: paths.map((jsonPath) => ({ jsonPath })) },
  });
  const at = (index: number) => `spec.selectableFields[${index}].jsonPath`;
  const types =
    'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
  check([
    ['are texts, integers and booleans', select('.spec.text', '.spec.count', '.spec.on'), []],
    ['have paths', select(''), [`${at(0)}: Required value`]],
    ['are no objects', select('.spec.map'), [`${at(0)}: Invalid value: ".spec.map": ${types}`]],
    [
      'are no metadata',
      select('.metadata.name'),
      [`${at(0)}: Invalid value: ".metadata.name": must not point to fields in metadata`],
    ],
    [
      'exist',
      select('.spec.none'),
      [`${at(0)}: Invalid value: ".spec.none": is an invalid path: does not refer to a valid field`],
    ],
    [
      'are plain paths',
      select("['spec']"),
      [`${at(0)}: Invalid value: "['spec']": is an invalid path: array notation is not allowed`],
    ],
    ['are named once', select('.spec.text', '.spec.text'), [`${at(1)}: Duplicate value: ".spec.text"`]],
    [
      'are few',
      {
        schema: {
          type: 'object',
          properties: Object.fromEntries([...'abcdefghi'].map((name) => [name, { type: 'string' }])),
        },
        version: { selectableFields: [...'abcdefghi'].map((name) => ({ jsonPath: `.${name}` })) },
      },
      ['spec.selectableFields: Too many: 9: must have at most 8 items'],
    ],
  ]);

  test('of versions with schemas that differ cannot be the same', () => {
    const selectableFields = [{ jsonPath: '.spec.text' }];
    const versions = [
      { ...v1, selectableFields, schema: { openAPIV3Schema: { type: 'object', properties } } },
      { ...v1, name: 'v2', storage: false, selectableFields, schema: other },
    ];
    expect(messages(widgets({ versions }))).toEqual([
      'spec.selectableFields: Invalid value: "": may only be set when validations.schema is included',
    ]);
  });
});

describe('schemas', () => {
  const at = 'spec.validation.openAPIV3Schema';
  const rule = (text: string): JsonObject => ({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { a: { type: 'string', default: 'x' } },
        'x-kubernetes-validations': [{ rule: text }],
      },
    },
  });
  check([
    ['may have rules', { schema: rule('self.a.size() > 0') }, []],
    [
      'have defaults that keep their rules',
      {
        schema: {
          type: 'object',
          properties: { a: { type: 'string', default: 'x', 'x-kubernetes-validations': [{ rule: "self == 'y'" }] } },
        },
      },
      [`${at}.properties[a].default: Invalid value: "x": failed rule: self == 'y'`],
    ],
    [
      'cannot preserve unknown fields as a whole',
      { spec: { preserveUnknownFields: true } },
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
    [
      'have no defaults where unknown fields are preserved as a whole',
      { schema: rule('true'), spec: { preserveUnknownFields: true } },
      [
        'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
  ]);

  test('have rules that can be understood', () => {
    expect(fields(widgets({ schema: rule('self.none == 1') }))).toEqual([
      `${at}.properties[spec].x-kubernetes-validations[0].rule FieldValueInvalid`,
    ]);
  });
});

describe('hostile schemas', () => {
  const nest = (depth: number, around: (inner: JsonObject) => JsonObject): JsonObject => {
    let nested: JsonObject = {};
    for (let level = 0; level < depth; level++) nested = around(nested);
    return nested;
  };

  test('with a default nested beyond measure are refused', () => {
    const value = nest(9000, (inner) => ({ a: inner }));
    const object = widgets({ schema: { type: 'object', default: value }, spec: { conversion: { strategy: 'None' } } });
    shapeDefinition(object);
    const definition = asDefinition({
      ...object,
      status: { acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
    });
    expect(validateDefinition(definition).map(fieldErrorMessage)).toEqual([
      'spec.validation.openAPIV3Schema: Forbidden: must not be nested deeper than 2050 levels',
    ]);
  });

  test('that are as deep as can be are looked at without a crash', () => {
    const schema = nest(1000, (inner) => ({ type: 'object', properties: { a: inner } }));
    expect(fields(widgets({ schema }))).toHaveLength(1);
  });

  test('with many problems get all of them reported', () => {
    const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, {}]));
    expect(fields(widgets({ schema: { type: 'object', properties } }))).toHaveLength(20_000);
  });
});

describe('conversion', () => {
  const url = 'https://example.com/convert';
  const convert = (clientConfig: JsonObject, conversionReviewVersions: string[] = ['v1']): WidgetsOptions => ({
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } } },
  });
  const at = 'spec.conversion.webhookClientConfig';
  const form = '; desired format: https://host[/path]';
  const service = { namespace: 'a', name: 'b' };
  check([
    ['by a webhook at a URL', convert({ url }), []],
    ['by a webhook behind a service', convert({ service: { ...service, path: '/a/b/', port: 8443 } }), []],
    ['has a strategy', { spec: { conversion: {} } }, ['spec.conversion.strategy: Required value']],
    [
      'has a strategy that exists',
      { spec: { conversion: { strategy: 'Magic' } } },
      ['spec.conversion.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"'],
    ],
    [
      'by a webhook needs its settings',
      { spec: { conversion: { strategy: 'Webhook' } } },
      [
        `${at}: Required value: required when strategy is set to Webhook`,
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      'by no webhook has no settings',
      {
        spec: {
          conversion: { strategy: 'None', webhook: { clientConfig: { url }, conversionReviewVersions: ['v1'] } },
        },
      },
      [
        `${at}: Forbidden: should not be set when strategy is not set to Webhook`,
        'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
      ],
    ],
    [
      'asks one webhook',
      convert({ url, service }),
      [`${at}: Required value: exactly one of url or service is required`],
    ],
    ['asks a webhook', convert({}), [`${at}: Required value: exactly one of url or service is required`]],
    [
      'is encrypted',
      convert({ url: 'http://example.com' }),
      [`${at}.url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`],
    ],
    [
      'has a host',
      convert({ url: 'https:///convert' }),
      [`${at}.url: Invalid value: "": host must be specified${form}`],
    ],
    [
      'has a plain URL',
      convert({ url: 'https://me@example.com/?a=b#c' }),
      [
        `${at}.url: Invalid value: "me": user information is not permitted in the URL`,
        `${at}.url: Invalid value: "c": fragments are not permitted in the URL`,
        `${at}.url: Invalid value: "a=b": query parameters are not permitted in the URL`,
      ],
    ],
    [
      'has a URL that can be read',
      convert({ url: 'https://example.com:port' }),
      [
        `${at}.url: Required value: url must be a valid URL: parse "https://example.com:port": invalid port ":port" after host${form}`,
      ],
    ],
    [
      'names its service, though upstream confuses the names',
      convert({ service: { namespace: '', name: 'b' } }),
      [`${at}.service.name: Required value`],
    ],
    [
      'asks a service at a port and a path',
      convert({ service: { ...service, port: 0, path: 'a//B' } }),
      [
        `${at}.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
        `${at}.service.path: Invalid value: "a//B": must start with a '/'`,
        `${at}.service.path: Invalid value: "a//B": segment[0] may not be empty`,
        `${at}.service.path: Invalid value: "a//B": segment[1] may not be empty`,
        `${at}.service.path: Invalid value: "a//B": segment[2]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
    ],
    ['of a new definition may have any certificates', convert({ url, caBundle: 'AAAA' }), []],
    [
      'knows a review that is known here',
      convert({ url }, ['v9', 'v9', '1']),
      [
        'spec.conversion.conversionReviewVersions[1]: Invalid value: "v9": duplicate version',
        `spec.conversion.conversionReviewVersions[2]: Invalid value: "1": ${label}`,
        'spec.conversion.conversionReviewVersions: Invalid value: ["v9","v9","1"]: must include at least one of v1, v1beta1',
      ],
    ],
  ]);
});

describe('groups of the community', () => {
  const approved = (value: string): WidgetsOptions => ({
    group: 'sample.k8s.io',
    metadata: { annotations: { 'api-approved.kubernetes.io': value } },
  });
  const at = 'metadata.annotations[api-approved.kubernetes.io]';
  const demand = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  check([
    ['need an approval', { group: 'sample.kubernetes.io' }, [`${at}: Required value: ${demand}, ${see}`]],
    ['are approved somewhere', approved('https://github.com/kubernetes/kubernetes/pull/1'), []],
    ['are openly unapproved', approved('unapproved, an experiment'), []],
    [
      'are not approved by a word',
      approved('certainly'),
      [`${at}: Invalid value: "certainly": ${demand} with either a URL or a reason starting with "unapproved", ${see}`],
    ],
  ]);
});
