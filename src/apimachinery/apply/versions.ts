// Follows staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/versionconverter.go (v1.36)

import type { JsonObject } from '../meta/index.js';
import { messageOf } from '../status/index.js';
import type { ApplyType } from './apply-type.js';
import { validateApplied } from './validate-value.js';

/** The versions of one kind: managers own fields in the version that they wrote in. */
export interface Versions {
  /** Objects may contain values that their types do not allow: stored before a schema change, or in another version. */
  readonly mayMisfit?: boolean;
  /**
   * Returns the type of the kind in a version; undefined if the version does not exist (any longer). Throws if owners
   * cannot be tracked in it. Called often: implementations should cache.
   */
  typeOf(apiVersion: string): ApplyType | undefined;
  /**
   * Converts the object to another version; undefined if that version does not exist. Throws if the conversion fails.
   * Never called with the version that the object already has.
   */
  convert(object: JsonObject, apiVersion: string): JsonObject | undefined | Promise<JsonObject | undefined>;
}

/** An object with the type of its version. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly type: ApplyType;
}

/**
 * Returns the object in that version with its type; undefined if the version does not exist. If the conversion fails or
 * the object does not match its type, the error starts with `purpose`, for example `failed to convert old object`.
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
    throw new Error(`${purpose}: ${messageOf(error)}`);
  }
}
