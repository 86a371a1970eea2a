// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go (v1.36)

import { runAtOnce } from '../event-loop/index.js';
import type { JsonObject, JsonValue } from '../meta/index.js';
import { aggregateMessage, type FieldError, FieldPath } from '../validation/index.js';
import { checkResources, coerceResources } from './embedded-resources.js';
import type { JsonSchema } from './json-schema.js';
import { isMetaField, prune } from './prune.js';
import { checkRules } from './rule-check.js';
import { SchemaNode } from './schema-node.js';
import { type DefaultRules, type StructuralOptions, toleratingNothing } from './structural-options.js';
import { ValidationRun } from './validation-run.js';
import { checkOf } from './value-check.js';
import { copyValue, valuesEqual } from './value-nesting.js';

/**
 * The context of a default: the resource that contains it, and whether it is part of that resource's type or metadata.
 */
interface Surroundings {
  readonly resource: SchemaNode;
  readonly rules: DefaultRules | undefined;
  readonly mustBePruned: boolean;
  readonly insideMetadata: boolean;
  /** Returns a resource with the value at this location. */
  readonly embed: (value: JsonValue) => JsonObject;
}

/** The defaults of a structural schema must be valid, and must not contain fields that pruning would remove. */
export function checkDefaults(schema: JsonSchema, path: FieldPath, options: StructuralOptions = {}): FieldError[] {
  const { rules, tolerated = toleratingNothing } = options;
  const mustBePruned = !tolerated.has('prunedDefaults');
  return checkNode(schema, path, aroundResource(SchemaNode.root(schema), { rules, mustBePruned }));
}

function aroundResource(
  resource: SchemaNode,
  { rules, mustBePruned }: Pick<Surroundings, 'rules' | 'mustBePruned'>,
): Surroundings {
  const embed = (value: JsonValue) => ({ apiVersion: 'validation/v1', kind: 'Validation', ...(value as JsonObject) });
  return { resource, rules, mustBePruned, insideMetadata: false, embed };
}

function checkNode(schema: JsonSchema, path: FieldPath, outer: Surroundings): FieldError[] {
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const around = isEmbedded ? aroundResource(SchemaNode.root(schema), outer) : outer;
  const isResource = around.resource.schema === schema;
  const { embed, insideMetadata } = around;
  return [
    ...(hasDefault(schema) ? checkDefault(schema, path.child('default'), { around, isResource }) : []),
    ...(schema.items === undefined
      ? []
      : checkNode(schema.items, path.child('items'), { ...around, embed: (value) => embed([value]) })),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      checkNode(property, path.child('properties').key(name), {
        ...around,
        insideMetadata: insideMetadata || (isResource && isMetaField(name)),
        embed: (value) => embed({ [name]: value }),
      }),
    ),
  ];
}

function hasDefault(schema: JsonSchema): schema is JsonSchema & { default: JsonValue } {
  return schema.default !== undefined && schema.default !== null;
}

function checkDefault(
  schema: JsonSchema & { default: JsonValue },
  path: FieldPath,
  { around, isResource }: { around: Surroundings; isResource: boolean },
): FieldError[] {
  const node = SchemaNode.root(schema);
  const value = schema.default;
  const root = isResource ? 'resource' : 'value';
  const pruned = !around.mustBePruned || around.insideMetadata || isPruned(node, value, root);
  return [
    ...(pruned ? [] : [path.invalid(value, 'must not have unknown fields')]),
    ...firstFindings(
      () => (around.insideMetadata ? checkInMetadata(around, value, path) : checkMetadata(node, value, { path, root })),
      () => checkValue(withoutIntOrString(schema, node), value, path),
      () => checkDefaultRules(node, value, { rules: around.rules, path, position: isResource ? 'root' : 'nested' }),
    ),
  ];
}

/** Upstream does not validate the default of an int-or-string against being one. */
function withoutIntOrString(schema: JsonSchema, node: SchemaNode): SchemaNode {
  const { 'x-kubernetes-int-or-string': isIntOrString, ...rest } = schema;
  return isIntOrString ? SchemaNode.root(rest) : node;
}

function firstFindings(...stages: (() => FieldError[])[]): FieldError[] {
  for (const check of stages) {
    const errors = check();
    if (errors.length > 0) return errors;
  }
  return [];
}

/** Checks a default in the type or metadata of a resource. */
function checkInMetadata(around: Surroundings, value: JsonValue, path: FieldPath): FieldError[] {
  const fault = metadataFault(around, value);
  return fault === undefined ? [] : [path.invalid(value, `must result in valid metadata: ${fault}`)];
}

/** Checks a default that may be, or contain, resources with types and metadata. */
function checkMetadata(
  node: SchemaNode,
  value: JsonValue,
  { path, root }: { path: FieldPath; root: 'resource' | 'value' },
): FieldError[] {
  const { error } = coerceResources(node, copyValue(value), { path, root, malformed: 'refuse' });
  return error === undefined ? checkResources(node, value, { path, root }) : [error];
}

function checkDefaultRules(
  node: SchemaNode,
  value: JsonValue,
  { rules, path, position }: { rules: DefaultRules | undefined; path: FieldPath; position: 'root' | 'nested' },
): FieldError[] {
  if (rules === undefined) return [];
  const options = { ...rules, path, position, maySuspend: false };
  return firstFindings(
    () => runAtOnce(checkRules(node, value, { ...options, old: value })),
    () => runAtOnce(checkRules(node, value, { ...options, old: undefined })),
  );
}

function isPruned(node: SchemaNode, value: JsonValue, root: 'resource' | 'value'): boolean {
  const pruned = copyValue(value);
  prune(node, pruned, { root, nulls: 'keep', unknownFields: 'drop', bareObjects: 'closed' });
  return valuesEqual(pruned, value);
}

function metadataFault({ resource, embed }: Surroundings, value: JsonValue): string | undefined {
  const object = embed(copyValue(value));
  const options = { path: FieldPath.root, root: 'resource', malformed: 'refuse' } as const;
  const { error } = coerceResources(resource, object, options);
  if (error !== undefined) return aggregateMessage([error]);
  const errors = checkResources(resource, object, options);
  return errors.length === 0 ? undefined : aggregateMessage(errors);
}

function checkValue(node: SchemaNode, value: JsonValue, path: FieldPath): FieldError[] {
  const run = new ValidationRun();
  checkOf(node)(value, undefined, run);
  return run.fieldErrors(path);
}
