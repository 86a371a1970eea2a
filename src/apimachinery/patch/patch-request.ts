// Follows staging/src/k8s.io/apimachinery/pkg/types/patch.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go (v1.36)

import { DecodeError, decodeJsonStrict, type StrictlyDecoded } from '../codec/index.js';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import { badRequest, unsupportedMediaType } from '../status/index.js';
import { goTypeName } from './go-types.js';
import { type JsonPatchOperation, parseJsonPatch } from './json-patch.js';
import { problemsInOrder, unknownMembers } from './operation-members.js';

/** Media type of a JSON patch. */
export const jsonPatchType = 'application/json-patch+json';
/** Media type of a JSON merge patch. */
export const mergePatchType = 'application/merge-patch+json';
/** Media type of a strategic merge patch. */
export const strategicMergePatchType = 'application/strategic-merge-patch+json';
/** Media type of a configuration for server-side apply. */
export const applyPatchType = 'application/apply-patch+yaml';
/** Media type of a configuration for server-side apply, in CBOR. */
export const applyCborPatchType = 'application/apply-patch+cbor';

/** Media types of patches. */
export type PatchType =
  | typeof jsonPatchType
  | typeof mergePatchType
  | typeof strategicMergePatchType
  | typeof applyPatchType
  | typeof applyCborPatchType;

/** The patch types of built-in kinds, in the order of a 415 message; custom resources have no strategic merge patch. */
export const patchTypes: readonly PatchType[] = [
  jsonPatchType,
  mergePatchType,
  strategicMergePatchType,
  applyPatchType,
];

/** The patch types of a server that also serves CBOR. */
export function withCborApply(types: readonly PatchType[]): readonly PatchType[] {
  return [...types, applyCborPatchType];
}

/** Returns the patch type of a Content-Type. Throws UnsupportedMediaType, also if there is none. */
export function negotiatePatchType(contentType: string | undefined, supported: readonly PatchType[]): PatchType {
  const mediaType = contentType?.replace(/(?<=.);.*$/s, '');
  const found = supported.find((type) => type === mediaType);
  if (found === undefined) throw unsupportedMediaType(supported);
  return found;
}

/** A patch that has been decoded, and can be applied to objects. */
export interface DecodedPatch<Patch> {
  readonly patch: Patch;
  /** What `fieldValidation` rejects or warns about; empty if it is Ignore. */
  readonly strictErrors: readonly string[];
}

/** How `fieldValidation` treats duplicate and unknown fields. */
export interface PatchDecodeOptions {
  readonly ignoreStrictErrors?: boolean;
  /** What the body was decoded to. Unset: it is decoded here. */
  readonly document?: StrictlyDecoded | undefined;
}

/** Decodes the body of a JSON patch. Throws BadRequest, or RequestEntityTooLarge for too many operations. */
export function decodeJsonPatch(
  bytes: Uint8Array,
  { ignoreStrictErrors = false, document }: PatchDecodeOptions = {},
): DecodedPatch<readonly JsonPatchOperation[]> {
  if (ignoreStrictErrors)
    return { patch: parseJsonPatch((document ?? decodeOrRefuse(bytes, '')).value), strictErrors: [] };
  const { value, strictErrors } = document ?? decodeOrRefuse(bytes, 'error decoding patch: ');
  if (value !== null && !Array.isArray(value)) {
    throw badRequest(`error decoding patch: ${wrongType(value, '[]handlers.jsonPatchOp')}`);
  }
  const misfit = value?.find((operation) => operation !== null && !isJsonObject(operation));
  if (misfit !== undefined) throw badRequest(`error decoding patch: ${wrongType(misfit, 'handlers.jsonPatchOp')}`);
  const patch = parseJsonPatch(value);
  patch.forEach(refuseWrongMembers);
  const unknown = patch.flatMap((operation, index) => unknownMembers(Object.keys(operation ?? {}), index));
  const isMixed = strictErrors.length > 0 && unknown.length > 0;
  const found = isMixed ? problemsInOrder(Buffer.from(bytes).toString(), strictErrors) : [...strictErrors, ...unknown];
  return { patch, strictErrors: found.map((error) => `json patch ${error}`) };
}

const invalidPatch = 'Invalid JSON Patch';

/** Decodes the body of a merge patch. Throws BadRequest. */
export function decodeMergePatch(
  bytes: Uint8Array,
  { ignoreStrictErrors = false, document }: PatchDecodeOptions = {},
): DecodedPatch<JsonObject> {
  const { value, strictErrors } = document ?? decodeMergeOrRefuse(bytes, ignoreStrictErrors);
  if (value === null) throw badRequest(invalidPatch);
  return {
    patch: objectOrRefuse(value, 'error decoding patch: '),
    strictErrors: ignoreStrictErrors ? [] : strictErrors,
  };
}

/** Decodes the body of a strategic merge patch. Throws BadRequest. */
export function decodeStrategicMergePatch(
  bytes: Uint8Array,
  { ignoreStrictErrors = false, document }: PatchDecodeOptions = {},
): DecodedPatch<JsonObject> {
  const { value, strictErrors } = document ?? decodeOrRefuse(bytes, '');
  return { patch: objectOrRefuse(value ?? {}, ''), strictErrors: ignoreStrictErrors ? [] : strictErrors };
}

/** The reason is only known where strict errors matter. */
function decodeMergeOrRefuse(bytes: Uint8Array, ignoreStrictErrors: boolean) {
  try {
    return decodeJsonStrict(bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(ignoreStrictErrors ? invalidPatch : `error decoding patch: ${error.message}`);
  }
}

function decodeOrRefuse(bytes: Uint8Array, prefix: string) {
  try {
    return decodeJsonStrict(bytes);
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(prefix + error.message);
    throw error;
  }
}

function objectOrRefuse(value: JsonValue, prefix: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw badRequest(prefix + wrongType(value, 'map[string]interface {}'));
}

function wrongType(value: JsonValue, wanted: string): string {
  return `json: cannot unmarshal ${goTypeName(value)} into Go value of type ${wanted}`;
}

function refuseWrongMembers(operation: JsonPatchOperation): void {
  for (const member of ['op', 'path', 'from']) {
    const value = getOwn(operation, member) ?? '';
    if (typeof value === 'string') continue;
    const problem = `json: cannot unmarshal ${goTypeName(value)} into Go struct field jsonPatchOp.${member} of type string`;
    throw badRequest(`error decoding patch: ${problem}`);
  }
}
