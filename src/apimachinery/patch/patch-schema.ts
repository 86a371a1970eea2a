// Follows staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/meta.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/third_party/forked/golang/json/fields.go (v1.36)

import { goQuote } from '../meta/index.js';
import { errorWithoutReason } from '../status/index.js';

/**
 * How a strategic merge patch treats the fields of an object. By default objects and maps are merged and lists are
 * replaced.
 */
export interface PatchSchema {
  /** Set for types that have only known fields; the name is for messages. */
  readonly structName?: string | undefined;
  /** Undefined if nothing is known about the field. */
  field(name: string): PatchField | undefined;
}

/** How a field is patched. */
export interface PatchField {
  /** `merge`: a list is merged item by item; `replace`: an object is not merged. */
  readonly strategy?: 'merge' | 'replace';
  /** The member that identifies items of a merging list; unset for lists of scalars. */
  readonly mergeKey?: string;
  /** The schema of the object, or of the list's items. */
  readonly schema?: PatchSchema;
}

/**
 * Returns the field of a schema. Throws if the type has no such field, as Go does when both sides have a value for it.
 */
export function fieldOrRefuse(schema: PatchSchema, name: string): PatchField | undefined {
  const field = schema.field(name);
  if (field !== undefined || schema.structName === undefined) return field;
  throw errorWithoutReason(
    `unable to find api field in struct ${schema.structName} for the json field ${goQuote(name)}`,
  );
}

/** For values about which nothing is known. */
export const unknownPatchSchema: PatchSchema = { field: () => undefined };
