import { jsonText, NumberStandIns } from '../../apimachinery/codec/index.js';
import {
  cloneJson,
  compareBytes,
  goFormat,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
  type PatchOptions,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
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
} from '../../apimachinery/patch/index.js';
import {
  findStatusError,
  internalError,
  invalid,
  notFound,
  type StatusError,
} from '../../apimachinery/status/index.js';
import { isTurnLong, leaveTurn } from '../../apimachinery/turns/index.js';
import { FieldPath, invalidValue } from '../../apimachinery/validation/index.js';
import { isNoVersion, mistypedTypeField, ShapeError, typeNameOf } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import { conversionProblem } from './conversion-problem.js';
import type { Endpoint } from './endpoint.js';
import { managerOf } from './field-manager-name.js';
import { nameless } from './identity.js';
import { internalType, otherKindProblem } from './known-kinds.js';
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
    isTurnLong();
    decoded ??= decodePatch(endpoint, request);
    if (isTurnLong()) await leaveTurn();
    const { apply, strictErrors, strategic } = decoded;
    if (!strategic && !isCustomObject(endpoint)) checkNumbers(endpoint, request, live);
    // The patched object shares parts with the live one, which must not be modified.
    const patched = cloneJson(apply(live));
    if (isTurnLong()) await leaveTurn();
    const { object, unknown } = shapePatched(patched, live, { endpoint, strategic });
    const problems = [...strictErrors, ...unknown.map((path) => `unknown field ${goQuote(path)}`)];
    if (problems.length > 0 && options.fieldValidation === 'Strict') {
      throw invalidPatch(strategic ?? object, strictDecodingError(problems));
    }
    if (options.fieldValidation !== 'Ignore') warnOf(context, problems);
    if (isTurnLong()) await leaveTurn();
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

function decodePatch(endpoint: Endpoint, { type, bytes, options }: PatchRequest): DecodedPatch {
  const decodeOptions = { ignoreStrictErrors: options.fieldValidation === 'Ignore' };
  if (type === jsonPatchType) {
    const { patch, strictErrors } = decodeJsonPatch(bytes, decodeOptions);
    return { apply: (live) => applyJsonPatch(live, patch), strictErrors };
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

/** Rejects non-integer literals in integer fields; other errors are found later. */
function checkNumbers(endpoint: Endpoint, request: PatchRequest, live: JsonObject): void {
  const standIns = NumberStandIns.of(request.bytes);
  if (!standIns) return;
  const patched = patchedOrNothing(endpoint, { ...request, bytes: standIns.bytes }, live);
  if (!isJsonObject(patched)) return;
  try {
    endpoint.view.shape({ ...patched, apiVersion: live['apiVersion']!, kind: live['kind']! });
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw invalidPatch(standIns.restore(jsonText(patched)), standIns.restore(error.message));
  }
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
  if ((patched['kind'] ?? '') === '' && !isCustomObject(endpoint)) patched['kind'] = live['kind']!;
  if (!strategic) claimKind(patched, live, endpoint);
  else claimStrategicKind(patched, live, { endpoint, strategic });
  try {
    const unknown = endpoint.view.shape(patched, strategic && { integers: 'convert' });
    return { object: patched, unknown: strategic ? [...unknown].sort(compareBytes) : unknown };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw strategic ? invalidPatch(strategic, conversionProblem(error.message)) : invalidPatch(patched, error.message);
  }
}

/** The type in a strategic merge patch is ignored, but must be a string. */
function claimStrategicKind(
  patched: JsonObject,
  live: JsonObject,
  { endpoint, strategic }: { endpoint: Endpoint; strategic: StrategicPatch },
): void {
  for (const field of ['apiVersion', 'kind'] as const) {
    const value = patched[field] ?? '';
    patched[field] = live[field]!;
    if (typeof value === 'string') continue;
    const place = `Go struct field ${endpoint.kind}.${field}`;
    const problem = `json: cannot unmarshal ${typeNameOf(value)} into ${place} of type string`;
    throw invalidPatch(strategic, conversionProblem(problem));
  }
}

/**
 * Rejects a patch that changes the type. A missing kind is taken from the live object; without an apiVersion, upstream
 * finds no metadata. Custom resources get no defaults for either.
 */
function claimKind(patched: JsonObject, live: JsonObject, endpoint: Endpoint): void {
  if (isCustomObject(endpoint)) {
    checkCustomType(patched, endpoint);
    return;
  }
  if (!endpoint.resource.isCustom) {
    if (isNoVersion(patched['apiVersion'])) throw nameless(metadataOf(live).name ?? '');
    patched['kind'] ||= live['kind']!;
  }
  const { apiVersion = '', kind = '' } = patched;
  if (typeof apiVersion !== 'string') throw invalidPatch(patched, mistypedTypeField('apiVersion', apiVersion));
  if (typeof kind !== 'string') throw invalidPatch(patched, mistypedTypeField('kind', kind));
  // The core group may be written as `/v1`.
  if (apiVersion === `/${live['apiVersion']}`) patched['apiVersion'] = live['apiVersion']!;
  if (patched['apiVersion'] === live['apiVersion'] && kind === live['kind']) return;
  if (apiVersion.split('/').length > 2) throw invalidPatch(patched, `unexpected GroupVersion string: ${apiVersion}`);
  const { kinds, view } = endpoint;
  const wanted = internalType(view.groupKind.group, endpoint.kind);
  throw invalidPatch(patched, otherKindProblem(kinds, { ...parseGroupVersion(apiVersion), kind }, wanted));
}

/** Custom resources have no Go type that implies their kind: only what the object itself states. */
function isCustomObject({ resource, view }: Endpoint): boolean {
  return resource.isCustom && view.isWhole;
}

/**
 * Another kind is reported by validation; another version must be rejected here, as it cannot be converted.
 * Subresources ignore the type.
 */
function checkCustomType(patched: JsonObject, { view, kind: ownKind, subresource }: Endpoint): void {
  const { apiVersion, kind } = patched;
  if (!kind) throw invalidPatch(patched, `Object 'Kind' is missing in '${jsonText(patched)}'`);
  if (typeof kind !== 'string') throw invalidPatch(patched, mistypedTypeField('kind', kind));
  if (apiVersion === view.apiVersion && subresource === '') return;
  if (apiVersion !== undefined && typeof apiVersion !== 'string') {
    throw invalidPatch(patched, mistypedTypeField('apiVersion', apiVersion));
  }
  if (!apiVersion) throw internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  if (apiVersion.split('/').length > 2) throw invalidPatch(patched, `unexpected GroupVersion string: ${apiVersion}`);
  if (subresource !== '') {
    Object.assign(patched, { apiVersion: view.apiVersion, kind: ownKind });
    return;
  }
  const errors = kind === ownKind ? [] : [invalidValue(FieldPath.of('kind'), kind, `must be ${ownKind}`)];
  errors.push(invalidValue(FieldPath.of('apiVersion'), apiVersion, `must be ${view.apiVersion}`));
  throw invalid({ group: parseGroupVersion(apiVersion).group, kind }, metadataOf(patched).name ?? '', errors);
}

/** `shown` is the patch, the patched object, or its text. */
function invalidPatch(shown: StrategicPatch | JsonObject | string, problem: string): StatusError {
  const text = typeof shown === 'string' ? shown : shownText(shown);
  const error = invalidValue(FieldPath.of('patch'), text, problem);
  return invalid({ group: '', kind: '' }, '', [error]);
}

function shownText(shown: StrategicPatch | JsonObject): string {
  return shown instanceof StrategicPatch ? goFormat(shown.patch) : jsonText(shown);
}
