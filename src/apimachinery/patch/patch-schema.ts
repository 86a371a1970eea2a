import { goQuote } from '../meta/index.js';
import { unexpectedPatch } from './patch-errors.js';

/**
 * How a strategic merge patch treats the fields of an object. Objects and maps merge and lists are replaced unless a
 * field says otherwise.
 */
export interface PatchSchema {
  /** Of a type that has no other fields than those that are known; its name is for messages. */
  readonly structName?: string | undefined;
  /** Undefined for a field about which nothing is known. */
  field(name: string): PatchField | undefined;
}

export interface PatchField {
  /** `merge` makes a list merge item by item, `replace` an object not merge. */
  readonly strategy?: 'merge' | 'replace';
  /** The member by which items of a merging list are told apart; absent for lists of scalars. */
  readonly mergeKey?: string;
  /** Of the object, or of the items of the list. */
  readonly schema?: PatchSchema;
}

/** The field of a schema. Throws where its type has no such field, as Go finds when values of both sides meet in it. */
export function fieldOrRefuse(schema: PatchSchema, name: string): PatchField | undefined {
  const field = schema.field(name);
  if (field !== undefined || schema.structName === undefined) return field;
  throw unexpectedPatch(`unable to find api field in struct ${schema.structName} for the json field ${goQuote(name)}`);
}

/** Of values about which nothing is known. */
export const unknownPatchSchema: PatchSchema = { field: () => undefined };
