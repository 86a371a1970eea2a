// Follows vendor/k8s.io/kube-openapi/pkg/generators/openapi.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/generators/extension.go (v1.36)

import { formatGroupVersion, type GroupVersionKind, type JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { withDescriptions } from './descriptions.js';
import {
  type Expression,
  type FieldFacts,
  hasType,
  packageFacts,
  packageNames,
  type Scalar,
  type StructFacts,
  splitName,
  typeFacts,
  typesOf,
  type UnionFacts,
} from './facts.js';
import { flatten } from './inlined-fields.js';
import { kindOfType, typeOfKind } from './kinds.js';

/** Discriminator of a union, and its value for each field. */
interface Union {
  discriminator?: string;
  'fields-to-discriminateBy': Record<string, string>;
}

interface BuiltInSchema extends JsonSchema {
  'x-kubernetes-unions'?: Union[];
}

const referencePrefix = '#/components/schemas/';

const scalarSchemas: Readonly<Record<Scalar, JsonSchema>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float64: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  any: { type: 'object' },
};

const anyValue: JsonSchema = {};

/** Schemas of types with custom marshalling. */
const specialSchemas: Readonly<Record<string, JsonSchema>> = {
  'meta/v1.Time': { type: 'string', format: 'date-time' },
  'meta/v1.MicroTime': { type: 'string', format: 'date-time' },
  'meta/v1.Duration': { type: 'string' },
  'meta/v1.FieldsV1': { type: 'object' },
  'resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'intstr.IntOrString': { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  'runtime.RawExtension': { type: 'object' },
  'apiextensions/v1.JSON': anyValue,
  'apiextensions/v1.JSONSchemaPropsOrArray': anyValue,
  'apiextensions/v1.JSONSchemaPropsOrBool': anyValue,
  'apiextensions/v1.JSONSchemaPropsOrStringArray': anyValue,
};

const schemas = new Map<string, JsonSchema>();

/** Returns the schema of a type, with references to others unresolved. Cached: do not modify. */
export function schemaOf(name: string): JsonSchema {
  let schema = schemas.get(name);
  if (schema === undefined) {
    schema = makeSchema(name);
    schemas.set(name, schema);
  }
  return schema;
}

/** Returns the OpenAPI model name of a built-in kind: `io.k8s.api.core.v1.Pod`. */
export function builtInModelName({ group, version, kind }: GroupVersionKind): string | undefined {
  const name = typeOfKind(formatGroupVersion({ group, version }), kind);
  return name === undefined ? undefined : modelNameOf(name);
}

function modelNameOf(name: string): string {
  const [owner, type] = splitName(name);
  return `${packageFacts(owner).modelPrefix}.${type}`;
}

let packageByPrefix: ReadonlyMap<string, string> | undefined;

/** Resolves a reference or model name. */
export function resolveReference(reference: string): JsonSchema | undefined {
  const model = reference.startsWith(referencePrefix) ? reference.slice(referencePrefix.length) : reference;
  const name = typeOfModel(model);
  return name === undefined ? undefined : schemaOf(name);
}

/** Returns the published schema of a model: with descriptions, which are needed only there. */
export function publishedSchema(model: string): JsonSchema | undefined {
  const name = typeOfModel(model);
  return name === undefined ? undefined : withDescriptions(name, schemaOf(name));
}

/** Returns the names of all models. */
export function modelNames(): string[] {
  return packageNames.flatMap(typesOf).filter(isModel).map(modelNameOf);
}

function typeOfModel(model: string): string | undefined {
  packageByPrefix ??= new Map(packageNames.map((name) => [packageFacts(name).modelPrefix, name]));
  const [prefix, type] = splitName(model);
  const owner = packageByPrefix.get(prefix);
  // Unambiguous: built in, and split at the last dot.
  const name = `${owner}.${type}`;
  return owner !== undefined && hasType(name) && isModel(name) ? name : undefined;
}

/** Named strings, lists and maps are inlined where they are used. */
function isModel(name: string): boolean {
  return typeFacts(name).form !== 'named';
}

function makeSchema(name: string): JsonSchema {
  const facts = typeFacts(name);
  switch (facts.form) {
    case 'struct':
      return structSchema(facts);
    case 'named':
      return schemaOfExpression(facts.type);
    case 'special':
      return specialSchemas[name] ?? anyValue;
  }
}

function structSchema(facts: StructFacts): BuiltInSchema {
  const fields = flatten(facts);
  const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const properties = fields.map((field) => [field.name, fieldSchema(field)] as const);
  const kind = kindOfType(facts.name);
  const { union } = facts;
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(facts.isAtomic && { 'x-kubernetes-map-type': 'atomic' }),
    ...(kind && { 'x-kubernetes-group-version-kind': [kind] }),
    ...(union && { 'x-kubernetes-unions': [unionSchema(union)] }),
  };
}

function unionSchema({ discriminator, values }: UnionFacts): Union {
  return { ...(discriminator !== '' && { discriminator }), 'fields-to-discriminateBy': { ...values } };
}

function fieldSchema(field: FieldFacts): JsonSchema {
  const value = field.default === undefined ? zeroValue(field.type, field) : JSON.parse(field.default);
  const merging: JsonSchema = {
    ...(field.listType && { 'x-kubernetes-list-type': field.listType }),
    ...(field.listMapKeys.length > 0 && { 'x-kubernetes-list-map-keys': [...field.listMapKeys] }),
    ...(field.mapType && { 'x-kubernetes-map-type': field.mapType }),
    ...(field.patchStrategy && { 'x-kubernetes-patch-strategy': field.patchStrategy }),
    ...(field.patchMergeKey && { 'x-kubernetes-patch-merge-key': field.patchMergeKey }),
  };
  return withSiblings(schemaOfExpression(field.type), value === undefined ? merging : { default: value, ...merging });
}

/** OpenAPI v3 does not allow siblings of a reference, so it is wrapped: upstream's fields always have a description. */
function withSiblings(schema: JsonSchema, siblings: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? { ...schema, ...siblings } : { allOf: [schema], ...siblings };
}

function schemaOfExpression(type: Expression): JsonSchema {
  switch (type.form) {
    case 'scalar':
      return scalarSchemas[type.scalar];
    case 'pointer':
      return schemaOfExpression(type.of);
    case 'list':
      return { type: 'array', items: elementSchema(type.of) };
    case 'map':
      return { type: 'object', additionalProperties: elementSchema(type.of) };
    case 'name':
      return schemaOfName(type.name);
  }
}

function schemaOfName(name: string): JsonSchema {
  const facts = typeFacts(name);
  if (facts.form !== 'named') return { $ref: `${referencePrefix}${modelNameOf(name)}` };
  const schema = schemaOfExpression(facts.type);
  return facts.values.length > 0 ? { ...schema, enum: [...facts.values] } : schema;
}

function elementSchema(type: Expression): JsonSchema {
  const value = zeroValue(type, { omitEmpty: false });
  const schema = schemaOfExpression(type);
  return value === undefined ? schema : withSiblings(schema, { default: value });
}

/** Returns what Go serializes for an unset value; undefined if omitted. */
function zeroValue(type: Expression, { omitEmpty }: { readonly omitEmpty: boolean }): JsonValue | undefined {
  if (type.form === 'scalar') return omitEmpty ? undefined : zeroOfScalar(type.scalar);
  if (type.form !== 'name') return undefined;
  const facts = typeFacts(type.name);
  if (facts.form === 'named') return zeroValue(facts.type, { omitEmpty });
  return facts.form === 'struct' ? {} : undefined;
}

function zeroOfScalar(scalar: Scalar): JsonValue | undefined {
  if (scalar === 'string') return '';
  if (scalar === 'bool') return false;
  return scalar === 'bytes' || scalar === 'any' ? undefined : 0;
}
