// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/complete.go (v1.36)

import { type JsonValue, jsonEqual } from '../meta/index.js';
import { compilePattern } from '../pattern/index.js';
import type { FieldError, FieldPath } from '../validation/index.js';
import type { JsonSchema } from './json-schema.js';

/** In allOf, anyOf, oneOf and not, a structural schema may restrict values, but must not declare their structure. */

/** The two forms in which int-or-string fields may declare their types within a junctor. */
const integerOrString = [{ type: 'integer' }, { type: 'string' }];

function isIntegerOrString(schemas: readonly JsonSchema[] | undefined): boolean {
  return schemas !== undefined && jsonEqual(schemas as unknown as JsonValue, integerOrString);
}

export function checkJunctors(schema: JsonSchema, path: FieldPath): FieldError[] {
  const allowed = isIntegerOrString(schema.anyOf)
    ? 'anyOf'
    : isIntegerOrString(schema.allOf?.[0]?.anyOf)
      ? 'anyOf of first allOf'
      : undefined;
  return checkValidations(schema, path, allowed);
}

type Exception = 'anyOf' | 'anyOf of first allOf' | undefined;

function checkValidations(schema: JsonSchema, path: FieldPath, exception: Exception): FieldError[] {
  const { anyOf = [], allOf = [], oneOf = [], not, pattern } = schema;
  const exceptionIn = (index: number) => (index === 0 && exception === 'anyOf of first allOf' ? 'anyOf' : undefined);
  return [
    ...(exception === 'anyOf' ? [] : anyOf).flatMap((nested, index) =>
      checkNested(nested, path.child('anyOf').index(index)),
    ),
    ...allOf.flatMap((nested, index) => checkNested(nested, path.child('allOf').index(index), exceptionIn(index))),
    ...oneOf.flatMap((nested, index) => checkNested(nested, path.child('oneOf').index(index))),
    ...(not === undefined ? [] : checkNested(not, path.child('not'))),
    ...(pattern ? checkPattern(pattern, path.child('pattern')) : []),
  ];
}

function checkPattern(pattern: string, path: FieldPath): FieldError[] {
  const { fault } = compilePattern(pattern);
  if (fault === undefined) return [];
  return [path.invalid(pattern, `must be a valid regular expression, but isn't: ${fault}`)];
}

const forbiddenKeywords: readonly [keyword: keyof JsonSchema, demand: 'empty' | 'undefined' | 'false'][] = [
  ['type', 'empty'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
];

function checkNested(schema: JsonSchema, path: FieldPath, exception?: Exception): FieldError[] {
  const { items, properties = {} } = schema;
  return [
    ...checkValidations(schema, path, exception),
    ...(items === undefined ? [] : checkNested(items, path.child('items'))),
    ...Object.entries(properties).flatMap(([name, property]) =>
      checkNested(property, path.child('properties').key(name)),
    ),
    ...checkForbidden(schema, path),
  ];
}

function checkForbidden(schema: JsonSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (schema.additionalProperties) {
    errors.push(path.child('additionalProperties').forbidden('must be undefined to be structural'));
  }
  for (const [keyword, demand] of forbiddenKeywords) {
    if (keyword === 'default' ? hasDefault(schema) : isSet(schema[keyword]))
      errors.push(path.child(keyword).forbidden(`must be ${demand} to be structural`));
  }
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, 'metadata')) {
    const metadataPath = path.child('properties').key('metadata');
    errors.push(metadataPath.forbidden('must not be specified in a nested context'));
  }
  return errors;
}

/** Any default, even an empty one. */
function hasDefault({ default: value }: JsonSchema): boolean {
  return value !== undefined && value !== null;
}

function isSet(value: JsonSchema[keyof JsonSchema]): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}

/** The location of validations, and the structure that they refer to with its location. */
interface Correspondence {
  readonly validations: JsonSchema;
  readonly validationsPath: FieldPath;
  readonly structure: JsonSchema | undefined;
  readonly structurePath: FieldPath;
}

/** Every field and item that a junctor at the root refers to must be part of the structure outside of it. */
export function checkCompleteness(schema: JsonSchema, path: FieldPath): FieldError[] {
  const own = { validations: schema, validationsPath: path, structure: schema, structurePath: path };
  return junctorsOf(own).flatMap(checkNestedCompleteness);
}

function junctorsOf({ validations, validationsPath: path, ...structure }: Correspondence): Correspondence[] {
  const { not, allOf = [], anyOf = [], oneOf = [] } = validations;
  const nested: [JsonSchema, FieldPath][] = [
    ...(not === undefined ? [] : [[not, path.child('not')] as [JsonSchema, FieldPath]]),
    ...allOf.map((schema, index): [JsonSchema, FieldPath] => [schema, path.child('allOf').index(index)]),
    ...anyOf.map((schema, index): [JsonSchema, FieldPath] => [schema, path.child('anyOf').index(index)]),
    ...oneOf.map((schema, index): [JsonSchema, FieldPath] => [schema, path.child('oneOf').index(index)]),
  ];
  return nested.map(([schema, at]) => ({ validations: schema, validationsPath: at, ...structure }));
}

function checkNestedCompleteness(correspondence: Correspondence): FieldError[] {
  const { validations, validationsPath, structure, structurePath } = correspondence;
  if (structure === undefined) return [structurePath.required(`because it is defined in ${validationsPath}`)];
  const { items, properties = {} } = validations;
  const { properties: known = {} } = structure;
  const inItems: Correspondence[] = (items === undefined ? [] : [items]).map((schema) => ({
    validations: schema,
    validationsPath: validationsPath.child('items'),
    structure: structure.items,
    structurePath: structurePath.child('items'),
  }));
  const inProperties = Object.entries(properties).map(
    ([name, property]): Correspondence => ({
      validations: property,
      validationsPath: validationsPath.child('properties').key(name),
      structure: Object.hasOwn(known, name) ? known[name] : undefined,
      structurePath: structurePath.child('properties').key(name),
    }),
  );
  return [...junctorsOf(correspondence), ...inItems, ...inProperties].flatMap(checkNestedCompleteness);
}
