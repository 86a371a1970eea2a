// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/converter.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/nop_converter.go (v1.36)

import { compositeKey, type JsonObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { type CompiledSchema, copyValue } from '../../apimachinery/schema/index.js';
import { andThen, type ConvertAll, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import type { StoredResource } from '../../server/dialect/index.js';

/**
 * Conversion of custom resources: as the definition specifies, or else by changing apiVersion only. Fields that the
 * target schema does not have are pruned in either case.
 */
export function unstructuredConversion(resource: StoredResource): ConvertAll {
  const { convertAll } = resource.definition;
  if (!convertAll) return relabelling(resource);
  return (objects, step) =>
    andThen(convertAll(objects, step), (converted) => {
      const schema = resource.schema(step.to);
      if (schema) for (const object of converted) coerce(schema, object);
      return converted;
    });
}

/** Converts one object without pruning the fields that the target schema does not have. */
export function convertUnpruned(resource: StoredResource, object: JsonObject, to: string): MaybePromise<JsonObject> {
  const { convertAll } = resource.definition;
  const from = resource.versionOf(object);
  if (!convertAll || from === undefined) return { ...object, apiVersion: resource.apiVersion(to) };
  return andThen(convertAll([object], { from, to }), ([converted]) => converted ?? object);
}

/** For an object stored in a version that its definition no longer has. */
export function unknownVersion(apiVersion: string): StatusError {
  const message = `request to convert CR from an invalid group/version: ${apiVersion}`;
  return StatusError.of({ code: 500, reason: '', message });
}

/** For a version of managed fields that the definition no longer has. */
export function unknownTarget(apiVersion: string): string {
  return `request to convert CR to an invalid group/version: ${apiVersion}`;
}

/** Conversion that changes apiVersion only. Pruning is skipped between versions with the same schema. */
function relabelling(resource: StoredResource): ConvertAll {
  const areAlike = new Map<string, boolean>();
  return (objects, { from, to }) => {
    const key = compositeKey(from, to);
    if (!areAlike.has(key)) areAlike.set(key, isRelabelled(resource, from, to));
    const apiVersion = resource.apiVersion(to);
    const schema = resource.schema(to);
    if (!schema || areAlike.get(key)) return objects.map((object) => ({ ...object, apiVersion }));
    return objects.map((object) => {
      const copy = { ...copyValue(object), apiVersion };
      coerce(schema, copy);
      return copy;
    });
  };
}

/** Whether objects of two versions differ in apiVersion only. */
export function isRelabelled(resource: StoredResource, from: string, to: string): boolean {
  if (resource.definition.convertAll) return false;
  const [before, after] = [resource.version(from).schema, resource.version(to).schema];
  return jsonEqual((before ?? {}) as JsonObject, (after ?? {}) as JsonObject);
}

function coerce(schema: CompiledSchema, object: JsonObject): void {
  schema.prune(object);
  const { error } = schema.coerceMetadata(object, { root: 'resource', malformed: 'refuse' });
  if (error) throw StatusError.of({ code: 500, reason: '', message: fieldErrorMessage(error) });
}
