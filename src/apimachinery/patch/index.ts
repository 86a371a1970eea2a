export { goTypeName } from './go-types.js';
export {
  applyJsonPatch,
  isFailedTest,
  type JsonPatchLimits,
  type JsonPatchOperation,
  parseJsonPatch,
} from './json-patch.js';
export { applyMergePatch, createMergePatch } from './merge-patch.js';
export { openApiPatchSchema, type ResolveReference } from './openapi-patch-schema.js';
export {
  applyCborPatchType,
  applyPatchType,
  type DecodedPatch,
  decodeJsonPatch,
  decodeMergePatch,
  decodeStrategicMergePatch,
  jsonPatchType,
  mergePatchType,
  negotiatePatchType,
  type PatchDecodeOptions,
  type PatchType,
  patchTypes,
  strategicMergePatchType,
  withCborApply,
} from './patch-request.js';
export { type PatchField, type PatchSchema, unknownPatchSchema } from './patch-schema.js';
export { applyStrategicMergePatch } from './strategic-merge-patch.js';
