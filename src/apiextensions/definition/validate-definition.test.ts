import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { check, fields, label, messages } from './validate-definition.test.support.js';
import { type WidgetsOptions, widgets } from './widgets.test.support.js';

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
