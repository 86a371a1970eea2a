// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import type { FieldError, FieldPath } from '../validation/index.js';
import { checkListTypes, checkMapType } from './check-list-types.js';
import { checkRuleFields } from './check-rule-fields.js';
import type { JsonSchema } from './json-schema.js';
import type { LaterRule } from './structural-options.js';

/** Restrictions on a node because of its location. */
interface Circumstances {
  readonly isRoot: boolean;
  readonly insideMetadata: boolean;
  /** Why a default is not allowed here; undefined if it is. */
  readonly noDefaultsReason: string | undefined;
  readonly tolerated: ReadonlySet<LaterRule>;
}

/** Checks each keyword: which exist, which are supported, which exclude each other. */
export function checkKeywords(schema: JsonSchema, path: FieldPath, tolerated: ReadonlySet<LaterRule>): FieldError[] {
  return checkNode(schema, path, { isRoot: true, insideMetadata: false, noDefaultsReason: undefined, tolerated });
}

function checkNode(schema: JsonSchema, path: FieldPath, circumstances: Circumstances): FieldError[] {
  return [
    ...checkSupported(schema, path, circumstances),
    ...checkPropertyKinds(schema, path, circumstances),
    ...checkJunctorSchemas(schema, path, circumstances),
    ...checkItems(schema, path, circumstances),
    ...checkMapType(schema, path),
    ...checkListTypes(schema, path, circumstances.tolerated),
    ...checkRuleFields(schema['x-kubernetes-validations'] ?? [], path.child('x-kubernetes-validations')),
  ];
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const unsupportedKeywords = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
] as const;

function checkSupported(schema: JsonSchema, path: FieldPath, circumstances: Circumstances): FieldError[] {
  const errors: FieldError[] = [];
  const { type } = schema;
  if (type && !types.includes(type) && !circumstances.tolerated.has('types'))
    errors.push(path.child('type').notSupported(type, types));
  if (schema.default !== undefined && circumstances.noDefaultsReason !== undefined) {
    errors.push(path.child('default').forbidden(`must not be set ${circumstances.noDefaultsReason}`));
  }
  for (const keyword of unsupportedKeywords) {
    if (isUsed(keyword, schema[keyword])) errors.push(path.child(keyword).forbidden(`${keyword} is not supported`));
  }
  if (type === 'null') {
    errors.push(path.child('type').forbidden('type cannot be set to null, use nullable as an alternative'));
  }
  if (Array.isArray(schema.items)) {
    errors.push(path.child('items').forbidden('items must be a schema object and not an array'));
  }
  if (circumstances.insideMetadata && schema['x-kubernetes-embedded-resource']) {
    errors.push(path.child('x-kubernetes-embedded-resource').forbidden('must not be used inside of resource meta'));
  }
  if (schema.uniqueItems) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(path.child('uniqueItems').forbidden(detail));
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    const preservePath = path.child('x-kubernetes-preserve-unknown-fields');
    errors.push(preservePath.invalid(false, 'must be true or undefined'));
  }
  return errors;
}

type UnsupportedKeyword = (typeof unsupportedKeywords)[number];

/** Keywords that count even if they are empty. */
const countEmpty: ReadonlySet<UnsupportedKeyword> = new Set(['additionalItems', 'dependencies', '$ref']);

function isUsed(keyword: UnsupportedKeyword, value: JsonSchema[UnsupportedKeyword]): boolean {
  if (countEmpty.has(keyword)) return value !== undefined;
  if (value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** `properties` describe objects with known fields, `additionalProperties` maps; they are mutually exclusive. */
function checkPropertyKinds(schema: JsonSchema, path: FieldPath, circumstances: Circumstances): FieldError[] {
  const { properties = {} } = schema;
  const isResource = circumstances.isRoot || schema['x-kubernetes-embedded-resource'] === true;
  return [
    ...checkAdditional(schema, path.child('additionalProperties'), circumstances),
    ...Object.entries(properties).flatMap(([name, property]) => {
      const isMetadata = isResource && metadataFields.includes(name);
      const inside = isMetadata ? insideMetadata(circumstances, name) : nested(circumstances);
      return checkNode(property, path.child('properties').key(name), inside);
    }),
  ];
}

function checkAdditional(schema: JsonSchema, path: FieldPath, circumstances: Circumstances): FieldError[] {
  const { properties = {}, additionalProperties } = schema;
  if (additionalProperties === undefined || additionalProperties === true) return [];
  const errors =
    Object.keys(properties).length > 0
      ? [path.forbidden('additionalProperties and properties are mutual exclusive')]
      : [];
  if (typeof additionalProperties === 'boolean') return errors;
  const reason = circumstances.insideMetadata ? 'inside additionalProperties applying to object metadata' : undefined;
  const inside = { ...nested(circumstances), noDefaultsReason: reason ?? circumstances.noDefaultsReason };
  return [...errors, ...checkNode(additionalProperties, path, inside)];
}

const metadataFields = ['metadata', 'kind', 'apiVersion'];

function nested(circumstances: Circumstances): Circumstances {
  return circumstances.isRoot ? { ...circumstances, isRoot: false } : circumstances;
}

function insideMetadata(outside: Circumstances, name: string): Circumstances {
  const noDefaultsReason = outside.isRoot ? `in top-level ${name}` : outside.noDefaultsReason;
  return { ...outside, isRoot: false, insideMetadata: true, noDefaultsReason };
}

function checkJunctorSchemas(schema: JsonSchema, path: FieldPath, circumstances: Circumstances): FieldError[] {
  const inside = nested(circumstances);
  return [
    ...(schema.not === undefined ? [] : checkNode(schema.not, path.child('not'), inside)),
    ...(['allOf', 'oneOf', 'anyOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).flatMap((junctor, index) => checkNode(junctor, path.child(keyword).index(index), inside)),
    ),
    ...Object.entries(schema.definitions ?? {}).flatMap(([name, definition]) =>
      checkNode(definition, path.child('definitions').key(name), inside),
    ),
    ...Object.entries(schema.dependencies ?? {}).flatMap(([name, dependency]) =>
      isNames(dependency) ? [] : checkNode(dependency, path.child('dependencies').key(name), inside),
    ),
  ];
}

function isNames(dependency: JsonSchema | readonly string[]): dependency is readonly string[] {
  return Array.isArray(dependency);
}

function checkItems({ items }: JsonSchema, path: FieldPath, circumstances: Circumstances): FieldError[] {
  if (items === undefined) return [];
  const inside = nested(circumstances);
  if (!Array.isArray(items)) return checkNode(items, path.child('items'), inside);
  return (items as JsonSchema[]).flatMap((item, index) => checkNode(item, path.child('items').index(index), inside));
}
