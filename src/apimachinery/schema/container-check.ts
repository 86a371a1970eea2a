// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/slice_validator.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/object_validator.go (v1.36)

import type { JsonObject, JsonValue } from '../meta/index.js';
import { correlateItems, isUnchanged, oldField } from './correlation.js';
import type { JsonSchema } from './json-schema.js';
import { repeatedIndices } from './list-uniqueness.js';
import type { SchemaNode } from './schema-node.js';
import { type ValidationRun, wideItems } from './validation-run.js';
import { checkOf } from './value-check.js';

type ContainerCheck<T> = (value: T, old: JsonValue | undefined, run: ValidationRun) => number;

export function compileItemsCheck(node: SchemaNode): ContainerCheck<JsonValue[]> {
  const { items, schema } = node;
  const { minItems, maxItems, uniqueItems } = schema;
  return (value, old, run) => {
    let matched = 0;
    if (items !== undefined && old === undefined && value.length >= wideItems && run.mayPostpone) {
      run.postpone({ node: items, container: value });
    } else if (items !== undefined) {
      const oldItem = old === undefined ? undefined : correlateItems(node.structure, old);
      for (let index = 0; index < value.length; index++) {
        const item = value[index]!;
        run.enter(index);
        const before = oldItem?.(item);
        matched +=
          before === undefined ? checkOf(items)(item, undefined, run) : checkChange(items, item, { before, run });
        run.leave();
      }
    }
    if (minItems !== undefined && value.length < minItems) {
      run.fail(value.length, `should have at least ${minItems} items`);
    }
    if (maxItems !== undefined && value.length > maxItems) run.failTooMany('items', value.length, maxItems);
    if (uniqueItems && repeatedIndices(value).length > 0) run.fail('', "shouldn't contain duplicates");
    return matched;
  };
}

export function compileMembersCheck(node: SchemaNode): ContainerCheck<JsonObject> {
  const { properties, additional, schema } = node;
  const { required = [] } = schema;
  const sized = schema.minProperties !== undefined || schema.maxProperties !== undefined;
  const closed = schema.additionalProperties === false;
  const isMap = properties.size === 0;
  return (value, old, run) => {
    let matched = 0;
    if (sized) checkSize(value, schema, run);
    let checked = 0;
    let others: string[] | undefined;
    for (const key in value) {
      if (others) {
        others.push(key);
        continue;
      }
      const property = properties.get(key);
      const child = property ?? additional;
      if (child !== undefined) {
        // Upstream writes a field of a map at the root with a leading dot.
        run.enter(property === undefined && run.depth === 0 ? `.${key}` : key);
        const member = value[key]!;
        const before = old === undefined ? undefined : oldField(child, old, { key, run });
        matched +=
          before === undefined ? checkOf(child)(member, undefined, run) : checkChange(child, member, { before, run });
        run.leave();
        if (++checked === wideItems && isMap && old === undefined && run.depth > 0 && run.mayPostpone) others = [];
      } else if (closed) {
        run.failSaying(key, (place) => `${place}.${key} in body is a forbidden property`);
      }
    }
    if (others && additional) run.postpone({ node: additional, container: value, keys: others });
    for (const name of required) {
      if (!Object.hasOwn(value, name)) run.failRequired(name);
    }
    return matched;
  };
}

function checkSize(value: JsonObject, { minProperties, maxProperties }: JsonSchema, run: ValidationRun): void {
  const count = Object.keys(value).length;
  if (minProperties !== undefined && count < minProperties) {
    run.fail(count, `should have at least ${minProperties} properties`);
  }
  if (maxProperties !== undefined && count > maxProperties) run.failTooMany('properties', count, maxProperties);
}

/** Checks a member or item that replaces another; its failures are tolerated if it is unchanged. */
function checkChange(
  node: SchemaNode,
  value: JsonValue,
  { before, run }: { before: JsonValue; run: ValidationRun },
): number {
  const failures = run.failures;
  const matched = checkOf(node)(value, before, run);
  if (run.failures > failures && isUnchanged(node.structure, { value, old: before }, run)) run.forgive(failures);
  return matched;
}
