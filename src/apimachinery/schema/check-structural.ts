// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go (v1.36)

import { type FieldError, FieldPath, fieldErrorMessage, validateOnce } from '../validation/index.js';
import { checkDefaults } from './check-defaults.js';
import { checkCompleteness, checkJunctors } from './check-junctors.js';
import { checkKeywords } from './check-keywords.js';
import { childSchemas } from './child-schemas.js';
import { maxSchemaNesting } from './decode-schema.js';
import type { JsonSchema } from './json-schema.js';
import { type StructuralOptions, toleratingNothing } from './structural-options.js';
import { isNestedDeeperThan } from './value-nesting.js';

/**
 * Returns the errors that keep a schema at `path` of a CRD from being structural. Does not compile the expressions of
 * rules; with `rules`, defaults are validated against them.
 */
export function checkStructural(schema: JsonSchema, path: FieldPath, options: StructuralOptions = {}): FieldError[] {
  if (validateOnce(() => isNestedDeeperThan(schema, maxSchemaNesting))) {
    return [path.forbidden(`must not be nested deeper than ${maxSchemaNesting} levels`)];
  }
  const { tolerated = toleratingNothing } = options;
  const mustBeStructural = !tolerated.has('structure');
  const unsupported = mustBeStructural ? validateOnce(() => firstUnsupported(schema)) : undefined;
  const errors = [
    ...(schema.nullable ? [path.child('nullable').forbidden('nullable cannot be true at the root')] : []),
    ...(mustBeStructural && unsupported === undefined ? checkStructureAndDefaults(schema, path, options) : []),
    ...validateOnce(() => checkKeywords(schema, path, tolerated)),
  ];
  // Unsupported keywords have been reported by now, except for a few that are rejected only here.
  return errors.length === 0 && unsupported !== undefined ? [path.invalid('', unsupported)] : errors;
}

/** Whether a schema declares the structure of all values, regardless of other errors. */
export function isStructural(schema: JsonSchema): boolean {
  return (
    !isNestedDeeperThan(schema, maxSchemaNesting) &&
    firstUnsupported(schema) === undefined &&
    checkStructure(schema, FieldPath.root).length === 0
  );
}

function checkStructureAndDefaults(schema: JsonSchema, path: FieldPath, options: StructuralOptions): FieldError[] {
  const errors = validateOnce(() => checkStructure(schema, path));
  return errors.length > 0 ? errors : validateOnce(() => checkDefaults(schema, path, options));
}

/** Keywords that structural schemas do not support. */
function firstUnsupported(schema: JsonSchema): string | undefined {
  const faults: [keyword: string, isSet: boolean][] = [
    ['id', !!schema.id],
    ['schema', !!schema.$schema],
    ['$ref', !!schema.$ref],
    ['patternProperties', hasEntries(schema.patternProperties)],
    ['dependencies', hasEntries(schema.dependencies)],
    ['additionalItems', schema.additionalItems !== undefined],
    ['definitions', hasEntries(schema.definitions)],
  ];
  const fault = faults.find(([, isSet]) => isSet);
  if (fault !== undefined) return `OpenAPIV3Schema '${fault[0]}' is not supported`;
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const child of childSchemas(schema)) {
    const found = firstUnsupported(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasEntries(object: object | undefined): boolean {
  return object !== undefined && Object.keys(object).length > 0;
}

/** Sorted by message like upstream, which visits properties in random order. */
function checkStructure(schema: JsonSchema, path: FieldPath): FieldError[] {
  return [...checkNode(schema, path, 'root'), ...checkCompleteness(schema, path)]
    .map((error): [string, FieldError] => [fieldErrorMessage(error), error])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, error]) => error);
}

type Level = 'root' | 'item' | 'field';

function checkNode(schema: JsonSchema, path: FieldPath, level: Level): FieldError[] {
  return [
    ...checkChildren(schema, path, level),
    ...checkExtensions(schema, path),
    ...checkJunctors(schema, path),
    ...checkType(schema, path, level),
    ...checkResourceFields(schema, path, level),
  ];
}

function checkChildren(schema: JsonSchema, path: FieldPath, level: Level): FieldError[] {
  const { properties = {}, additionalProperties } = schema;
  const additionalPath = path.child('additionalProperties');
  const isRootMap = additionalProperties !== undefined && level === 'root';
  return [
    ...checkItems(schema, path.child('items')),
    ...Object.entries(properties).flatMap(([name, property]) =>
      checkNode(property, path.child('properties').key(name), 'field'),
    ),
    ...(isRootMap ? [additionalPath.forbidden('must not be used at the root')] : []),
    ...(typeof additionalProperties === 'object' ? checkNode(additionalProperties, additionalPath, 'field') : []),
  ];
}

function checkItems({ type, items }: JsonSchema, path: FieldPath): FieldError[] {
  if (items !== undefined) return checkNode(items, path, 'item');
  return type === 'array' ? [path.required('must be specified')] : [];
}

const intOrString = 'x-kubernetes-int-or-string';
const preserve = 'x-kubernetes-preserve-unknown-fields';
const embedded = 'x-kubernetes-embedded-resource';

function checkExtensions(schema: JsonSchema, path: FieldPath): FieldError[] {
  if (!schema[intOrString]) return [];
  return ([preserve, embedded] as const)
    .filter((name) => schema[name])
    .map((name) => path.child(name).invalid(true, `must be false if ${intOrString} is true`));
}

const emptyTypes: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function checkType(schema: JsonSchema, path: FieldPath, level: Level): FieldError[] {
  const typePath = path.child('type');
  const { type = '' } = schema;
  const errors: FieldError[] = [];
  if (schema[embedded] && type !== 'object') {
    const detail = `must be object if ${embedded} is true`;
    errors.push(type === '' ? typePath.required(detail) : typePath.invalid(type, detail));
  } else if (type === '' && !schema[intOrString] && !schema[preserve]) {
    errors.push(typePath.required(emptyTypes[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(typePath.invalid(type, 'must be object at the root'));
  }
  return errors;
}

/** The fields of every resource: at the root, and in embedded resources. */
function checkResourceFields(schema: JsonSchema, path: FieldPath, level: Level): FieldError[] {
  const errors: FieldError[] = [];
  const { properties = {} } = schema;
  const isResource = level === 'root' || schema[embedded] === true;
  if (schema[embedded] && schema.additionalProperties !== undefined) {
    errors.push(path.child('additionalProperties').forbidden(`must not be used if ${embedded} is set`));
  }
  if (schema[embedded] && !schema[preserve] && Object.keys(properties).length === 0) {
    const detail = `must not be empty if ${embedded} is true without ${preserve}`;
    errors.push(path.child('properties').required(detail));
  }
  if (!isResource) return errors;
  for (const [name, type] of [
    ['kind', 'string'],
    ['apiVersion', 'string'],
    ['metadata', 'object'],
  ] as const) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined || property.type === type) continue;
    const typePath = path.child('properties').key(name).child('type');
    errors.push(typePath.invalid(property.type ?? '', `must be ${type}`));
  }
  if (level === 'root' && restrictsMetadata(properties['metadata'])) {
    const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(path.child('properties').key('metadata').forbidden(detail));
  }
  return errors;
}

/** For metadata at the root, a schema may only declare the type and restrict the names. */
function restrictsMetadata(metadata: JsonSchema | undefined): boolean {
  if (metadata === undefined) return false;
  const {
    type: _type,
    default: _default,
    properties = {},
    externalDocs: _docs,
    example: _example,
    ...others
  } = metadata;
  if (Object.values(others).some((value) => value !== undefined && value !== false && value !== '')) return true;
  return Object.keys(properties).some((name) => name !== 'name' && name !== 'generateName');
}
