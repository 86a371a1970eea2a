import type { JsonObject } from '../meta/index.js';
import type { ApplyType } from './apply-type.js';
import { validateApplied } from './validate-value.js';

/** The versions of one kind: managers own fields in the version that they wrote in. */
export interface Versions {
  /** Objects may have what their types do not allow: those of before a schema changed, or of another version. */
  readonly mayMisfit?: boolean;
  /**
   * The type of the kind in a version; undefined when the version is not there (any more). Throws where no owner in it
   * can be told. Asked often: remember it.
   */
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

/**
 * The object in that version with its type; undefined when the version is not there. Where it cannot be had, or does not
 * fit, an error tells what the `purpose` was: `failed to convert old object`.
 */
export async function inVersion(
  versions: Versions,
  object: JsonObject,
  { apiVersion, purpose }: { apiVersion: string; purpose: string },
): Promise<TypedObject | undefined> {
  const type = versions.typeOf(apiVersion);
  if (type === undefined) return undefined;
  if (object.apiVersion === apiVersion) return { object, type };
  try {
    const converted = await versions.convert(object, apiVersion);
    if (converted === undefined) return undefined;
    if (versions.mayMisfit) validateApplied(type, converted);
    return { object: converted, type };
  } catch (error) {
    throw new Error(`${purpose}: ${error instanceof Error ? error.message : error}`);
  }
}
