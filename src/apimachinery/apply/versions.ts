import type { JsonObject } from '../meta/index.js';
import type { ApplyType } from './apply-type.js';

/** The versions of one kind: managers own fields in the version that they wrote in. */
export interface Versions {
  /** The type of the kind in a version; undefined when the version is not there (any more). Asked often: remember it. */
  typeOf(apiVersion: string): ApplyType | undefined;
  /**
   * The object in another version; undefined when that version is not there. Throws when the conversion fails. Not asked
   * for the version that the object has.
   */
  convert(object: JsonObject, apiVersion: string): JsonObject | undefined | Promise<JsonObject | undefined>;
}

/** An object with the type of its version. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly type: ApplyType;
}

/** The object in that version with its type; undefined when the version is not there. */
export async function inVersion(
  versions: Versions,
  object: JsonObject,
  apiVersion: string,
): Promise<TypedObject | undefined> {
  const type = versions.typeOf(apiVersion);
  if (type === undefined) return undefined;
  if (object.apiVersion === apiVersion) return { object, type };
  const converted = await versions.convert(object, apiVersion);
  return converted && { object: converted, type };
}
