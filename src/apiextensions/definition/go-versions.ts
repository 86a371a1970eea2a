// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/types.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/types_jsonschema.go (v1.36)

import { compareBytes, goJson, isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { VerbatimValue } from '../../apimachinery/validation/index.js';
import type { DefinitionVersion } from './custom-resource-definition.js';

/**
 * Formats the versions of a definition as error messages show them: in Kubernetes' internal type, whose fields have Go
 * names and are never omitted. The versions come without shared fields.
 */
export function goVersions(versions: readonly DefinitionVersion[]): VerbatimValue {
  return new VerbatimValue(list(versions as readonly unknown[] as JsonObject[], version));
}

type Write = (value: JsonObject) => string;

function struct(members: readonly (readonly [name: string, text: string])[]): string {
  return `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`;
}

function pointer(value: JsonValue | undefined, write: Write): string {
  return isJsonObject(value) ? write(value) : 'null';
}

function list(values: JsonValue | undefined, write: Write): string {
  return Array.isArray(values) ? `[${(values as JsonObject[]).map(write).join(',')}]` : 'null';
}

function map(values: JsonValue | undefined, write: Write): string {
  if (!isJsonObject(values)) return 'null';
  const keys = Object.keys(values).sort(compareBytes);
  return `{${keys.map((key) => `${goJson(key)}:${write(values[key] as JsonObject)}`).join(',')}}`;
}

const version: Write = (given) =>
  struct([
    ['Name', goJson(given['name'] ?? '')],
    ...['served', 'storage', 'deprecated'].map((name) => [goName(name), goJson(given[name] ?? false)] as const),
    ['DeprecationWarning', goJson(given['deprecationWarning'] ?? null)],
    ['Schema', pointer(given['schema'], validation)],
    ['Subresources', pointer(given['subresources'], subresources)],
    ['AdditionalPrinterColumns', list(given['additionalPrinterColumns'], column)],
    ['SelectableFields', list(given['selectableFields'], selectableField)],
  ]);

const validation: Write = ({ openAPIV3Schema }) => struct([['OpenAPIV3Schema', pointer(openAPIV3Schema, schema)]]);
const selectableField: Write = ({ jsonPath = '' }) => struct([['JSONPath', goJson(jsonPath)]]);

const subresources: Write = ({ status, scale }) =>
  struct([
    ['Status', status ? '{}' : 'null'],
    [
      'Scale',
      pointer(scale, (given) => texts(given, ['specReplicasPath', 'statusReplicasPath'], ['labelSelectorPath'])),
    ],
  ]);

const column: Write = (given) =>
  struct([
    ...['name', 'type', 'format', 'description'].map((name) => [goName(name), goJson(given[name] ?? '')] as const),
    ['Priority', goJson(given['priority'] ?? 0)],
    ['JSONPath', goJson(given['jsonPath'] ?? '')],
  ]);

function texts(given: JsonObject, always: readonly string[], optional: readonly string[]): string {
  return struct([
    ...always.map((name) => [goName(name), goJson(given[name] ?? '')] as const),
    ...optional.map((name) => [goName(name), goJson(given[name] ?? null)] as const),
  ]);
}

function goName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The fields of a schema in Go's order, each with its zero value; those that contain schemas are below. */
const schemaFields: readonly (readonly [field: string, name: string, empty: JsonValue])[] = [
  ['id', 'ID', ''],
  ['$schema', 'Schema', ''],
  ['$ref', 'Ref', null],
  ...plain('description type', ''),
  ['nullable', 'Nullable', false],
  ...plain('format title', ''),
  ...plain('default maximum', null),
  ['exclusiveMaximum', 'ExclusiveMaximum', false],
  ['minimum', 'Minimum', null],
  ['exclusiveMinimum', 'ExclusiveMinimum', false],
  ...plain('maxLength minLength', null),
  ['pattern', 'Pattern', ''],
  ...plain('maxItems minItems', null),
  ['uniqueItems', 'UniqueItems', false],
  ...plain('multipleOf enum maxProperties minProperties required', null),
  ...plain('items allOf oneOf anyOf not properties additionalProperties patternProperties', null),
  ...plain('dependencies additionalItems definitions externalDocs example', null),
  ['x-kubernetes-preserve-unknown-fields', 'XPreserveUnknownFields', null],
  ['x-kubernetes-embedded-resource', 'XEmbeddedResource', false],
  ['x-kubernetes-int-or-string', 'XIntOrString', false],
  ['x-kubernetes-list-map-keys', 'XListMapKeys', null],
  ['x-kubernetes-list-type', 'XListType', null],
  ['x-kubernetes-map-type', 'XMapType', null],
  ['x-kubernetes-validations', 'XValidations', null],
];

function plain(fields: string, empty: JsonValue): (readonly [string, string, JsonValue])[] {
  return fields.split(' ').map((field) => [field, goName(field), empty] as const);
}

const schema: Write = (given) =>
  struct(schemaFields.map(([field, name, empty]) => [name, schemaField(field, given[field] ?? empty)]));

function schemaField(field: string, value: JsonValue): string {
  switch (field) {
    case 'properties':
    case 'patternProperties':
    case 'definitions':
      return map(value, schema);
    case 'allOf':
    case 'oneOf':
    case 'anyOf':
      return list(value, schema);
    case 'not':
      return pointer(value, schema);
    case 'items':
      return pointer(value, (items) =>
        struct([
          ['Schema', schema(items)],
          ['JSONSchemas', 'null'],
        ]),
      );
    case 'additionalProperties':
    case 'additionalItems':
      return value === null
        ? 'null'
        : struct([
            ['Allows', goJson(value !== false)],
            ['Schema', pointer(value, schema)],
          ]);
    case 'x-kubernetes-validations':
      return list(value, rule);
    default:
      return goJson(value);
  }
}

const rule: Write = (given) =>
  struct([
    ...['rule', 'message', 'messageExpression'].map((name) => [goName(name), goJson(given[name] ?? '')] as const),
    ['Reason', goJson(given['reason'] ?? null)],
    ['FieldPath', goJson(given['fieldPath'] ?? '')],
    ['OptionalOldSelf', goJson(given['optionalOldSelf'] ?? null)],
  ]);
