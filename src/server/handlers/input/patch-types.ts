// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go (v1.36)
import { DecodeError, decodeJsonYielding, jsonText, type StrictlyDecoded } from '../../../apimachinery/codec/index.js';
import { beginStages, shouldYieldBetweenStages, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import {
  cloneJson,
  cloneJsonYielding,
  compareBytes,
  goFormat,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type PatchOptions,
  withDeferredCalls,
} from '../../../apimachinery/meta/index.js';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  decodeJsonPatch,
  decodeMergePatch,
  decodeStrategicMergePatch,
  jsonPatchType,
  mergePatchType,
  type PatchType,
  unknownPatchSchema,
} from '../../../apimachinery/patch/index.js';
import { findStatusError, invalid, notFound, type StatusError } from '../../../apimachinery/status/index.js';
import { FieldPath } from '../../../apimachinery/validation/index.js';
import { ShapeError } from '../../dialect/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { conversionProblem, mismatchProblem } from './conversion-problem.js';
import { managerOf } from './field-manager-name.js';
import { withPatchedDuplicates } from './patched-duplicates.js';
import { strictDecodingError, warnOf } from './strict-errors.js';

export interface PatchRequest {
  readonly type: PatchType;
  readonly bytes: Buffer;
  readonly options: PatchOptions;
}

/**
 * Returns the patched object with its managed fields, in the request's version; `live` is undefined if there is none.
 */
export type Patched = (live: JsonObject | undefined) => Promise<JsonObject>;

/** JSON patch, merge patch and strategic merge patch. The result is decoded like an object that a client sent. */
export function mergePatch(endpoint: Endpoint, context: RequestContext, request: PatchRequest): Patched {
  const { options } = request;
  const manager = managerOf(context, options.fieldManager);
  let decoded: DecodedPatch | undefined;
  return async (live) => {
    if (!live) throw notFound(endpoint.resource.groupResource, context.info.name);
    beginStages(request.bytes.length);
    decoded ??= decodePatch(endpoint, { ...request, document: await documentOf(request) });
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const { apply, strictErrors, strategic } = decoded;
    if (!strategic) checkNumbers(endpoint, request, live);
    // The patched object shares parts with the live one, which must not be modified.
    const merged = apply(live);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const patched = await cloneJsonYielding(merged);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const { object, unknown } = shapePatched(patched, live, { endpoint, strategic });
    const problems = [...strictErrors, ...unknown.map((path) => `unknown field ${goQuote(path)}`)];
    if (problems.length > 0 && options.fieldValidation === 'Strict') {
      const shown = endpoint.decoding.hasSortedKeys ? (sortedKeys(apply(live)) as JsonObject) : object;
      throw invalidPatch(strategic ?? shown, strictDecodingError(problems));
    }
    if (options.fieldValidation !== 'Ignore') warnOf(context, problems);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    return endpoint.fieldManager.recordUpdate(live, object, { manager });
  };
}

interface DecodedPatch {
  readonly apply: (live: JsonObject) => JsonValue;
  readonly strictErrors: readonly string[];
  /** Set for a strategic merge patch: its errors quote the patch, those of other types quote the patched object. */
  readonly strategic?: StrategicPatch;
}

class StrategicPatch {
  readonly patch: JsonObject;

  constructor(patch: JsonObject) {
    this.patch = patch;
  }
}

/** Undefined if the patch is not JSON: decoding the patch reports that. */
async function documentOf({ bytes }: PatchRequest): Promise<StrictlyDecoded | undefined> {
  try {
    return await decodeJsonYielding(bytes);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

interface DecodablePatch extends PatchRequest {
  readonly document?: StrictlyDecoded | undefined;
}

function decodePatch(endpoint: Endpoint, { type, bytes, options, document }: DecodablePatch): DecodedPatch {
  const decodeOptions = { ignoreStrictErrors: options.fieldValidation === 'Ignore', document };
  if (type === jsonPatchType) {
    const { patch, strictErrors } = decodeJsonPatch(bytes, decodeOptions);
    return { apply: (live) => applyJsonPatch(live, patch), strictErrors: withPatchedDuplicates(strictErrors, patch) };
  }
  if (type === mergePatchType) {
    const { patch, strictErrors } = decodeMergePatch(bytes, decodeOptions);
    return { apply: (live) => applyMergePatch(live, patch), strictErrors };
  }
  const { patch, strictErrors } = decodeStrategicMergePatch(bytes, decodeOptions);
  const schema = endpoint.view.isWhole ? endpoint.resource.patchSchema(endpoint.version) : unknownPatchSchema;
  const apply = (live: JsonObject) => applyStrategicMergePatch(live, patch, schema);
  return { apply, strictErrors, strategic: new StrategicPatch(patch) };
}

/** Rejects number literals that do not fit their field; other errors are found later. */
function checkNumbers(endpoint: Endpoint, request: PatchRequest, live: JsonObject): void {
  const apply = (bytes: Buffer) => patchedOrNothing(endpoint, { ...request, bytes }, live);
  const misfit = endpoint.decoding.findMisfit?.(request.bytes, endpoint.target, apply);
  if (misfit) throw invalidPatch(misfit.shown, misfit.problem);
}

/** Returns undefined if the patch does not apply. */
function patchedOrNothing(endpoint: Endpoint, request: PatchRequest, live: JsonObject): JsonValue | undefined {
  try {
    return cloneJson(decodePatch(endpoint, request).apply(live));
  } catch (error) {
    if (findStatusError(error)) return undefined;
    throw error;
  }
}

/** Decodes the patched object, in place: type, defaults, unknown fields. */
function shapePatched(
  patched: JsonValue,
  live: JsonObject,
  { endpoint, strategic }: { endpoint: Endpoint; strategic: StrategicPatch | undefined },
): { object: JsonObject; unknown: readonly string[] } {
  if (!isJsonObject(patched)) throw invalidPatch(jsonText(patched), 'the patched document is not an object');
  if (strategic) claimStrategicKind(patched, live, strategic);
  else {
    const invalid = (problem: string): StatusError => invalidPatch(patched, problem);
    endpoint.decoding.claimPatchedType({ patched, live, invalid }, endpoint.target);
  }
  try {
    const unknown = endpoint.view.shape(patched, strategic && { integers: 'convert' });
    // Upstream encodes what a patch has changed with sorted keys.
    const sorted = endpoint.decoding.sortUnknown?.(unknown) ?? [...unknown].sort(compareBytes);
    return { object: patched, unknown: sorted };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw strategic ? invalidPatch(strategic, conversionProblem(error)) : invalidPatch(patched, error.message);
  }
}

/** The type in a strategic merge patch is ignored, but must be a string. */
function claimStrategicKind(patched: JsonObject, live: JsonObject, strategic: StrategicPatch): void {
  for (const field of ['apiVersion', 'kind'] as const) {
    const value = patched[field] ?? '';
    patched[field] = live[field]!;
    if (typeof value === 'string') continue;
    throw invalidPatch(strategic, mismatchProblem({ value, goType: 'string', form: 'string' }));
  }
}

/** `shown` is the patch, the patched object, or its text. */
function invalidPatch(shown: StrategicPatch | JsonObject | string, problem: string): StatusError {
  const text = typeof shown === 'string' ? shown : shownText(shown);
  const error = FieldPath.of('patch').invalid(text, problem);
  return invalid({ group: '', kind: '' }, '', [error]);
}

/** A copy with the keys of all objects sorted, as Go writes maps. */
const sortedKeys = withDeferredCalls(
  (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => sortedKeys(item));
    if (!isJsonObject(value)) return value;
    const keys = Object.keys(value).sort(compareBytes);
    return Object.fromEntries(keys.map((key) => [key, sortedKeys(value[key]!)]));
  },
  (value) => value,
);

function shownText(shown: StrategicPatch | JsonObject): string {
  return shown instanceof StrategicPatch ? goFormat(shown.patch) : jsonText(shown);
}
