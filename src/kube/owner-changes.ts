// Follows pkg/registry/rbac/helpers.go (v1.36)

import { type JsonObject, jsonEqual, mutableMetadataOf } from '../apimachinery/meta/index.js';

/** Whether an update changes nothing but what the garbage collector writes. */
export function differOnlyInOwners(object: JsonObject, old: JsonObject): boolean {
  return jsonEqual(withoutOwners(object), withoutOwners(old));
}

function withoutOwners(object: JsonObject): JsonObject {
  const {
    ownerReferences: _o,
    finalizers: _f,
    managedFields: _m,
    selfLink: _s,
    ...metadata
  } = mutableMetadataOf(object);
  return { ...object, metadata };
}
