// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)

import {
  type Codec,
  type CodecRegistry,
  cborCodec,
  jsonText,
  negotiateInput,
  standardCodecs,
  UnacceptableValueError,
} from '../../apimachinery/codec/index.js';
import { shouldYieldBetweenStages, yieldToEventLoop } from '../../apimachinery/event-loop/index.js';
import { type JsonObject, metadataOf, mutableMetadataOf, parseGroupVersion } from '../../apimachinery/meta/index.js';
import {
  badRequest,
  internalError,
  invalid as invalidObject,
  type StatusError,
} from '../../apimachinery/status/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import {
  type DecodedBody,
  mistypedTypeField,
  type ObjectDecoding,
  type ObjectTarget,
  type PatchedObject,
  type SentBody,
} from '../../server/dialect/index.js';
import {
  cborDiagnostic,
  decodeObject,
  mishandledText,
  otherVersion,
  parsedVersion,
  shapeSent,
  unknownField,
  unrecognizedText,
} from '../../server/handlers/index.js';

/** Upstream's error message lists protobuf as supported for custom resources, although it is not. */
const advertisedTypes = [...standardCodecs.mediaTypes, 'application/vnd.kubernetes.protobuf'];
const standardWithCbor = standardCodecs.with(cborCodec);
const advertisedWithCbor = [...advertisedTypes, cborCodec.mediaType];

/** Decodes custom resources: no Go type implies their kind, only the object itself states it. */
export const unstructuredDecoding: ObjectDecoding = {
  negotiate: (codecs: CodecRegistry, contentType): Codec =>
    codecs.find(cborCodec.mediaType)
      ? negotiateInput(standardWithCbor, contentType, advertisedWithCbor)
      : negotiateInput(standardCodecs, contentType, advertisedTypes),
  read,
  mishandled,
  claimPatchedType,
  /** Upstream reads the metadata in key order, and treats an empty managedFields as unset. */
  finishMetadata(object, unknown) {
    if (metadataOf(object).managedFields?.length === 0) delete mutableMetadataOf(object)['managedFields'];
    return [...unknown].sort();
  },
  sortUnknown: inSortedOrder,
  hasSortedKeys: true,
  mutationErrors: () => [],
};

async function read({ codec, bytes }: SentBody, target: ObjectTarget): Promise<DecodedBody> {
  const untyped = { apiVersion: target.apiVersion, kind: target.groupKind.kind };
  const { object, strictErrors } = await decodeObject({ codec, bytes }, { untyped }, (problem, cause) =>
    cause instanceof UnacceptableValueError || cause?.message.startsWith('json: cannot unmarshal number')
      ? mishandled(target, cause.message)
      : unrecognized(target, problem, bytes),
  );
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  if (codec === cborCodec) checkCborType(object, target, bytes);
  checkType(object, target, bytes);
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  const unknown = shapeSent(object, target, (problem) => mishandled(target, problem));
  // A decoder of CBOR has no type here, and so knows no unknown fields.
  if (codec === cborCodec) return { object, strictErrors };
  const reported = codec.mediaType === 'application/yaml' ? inSortedOrder(unknown) : unknown;
  return { object, strictErrors: [...strictErrors, ...reported.map(unknownField)] };
}

/** Upstream converts YAML and patches to JSON with sorted keys; the metadata of embedded resources is decoded last. */
function inSortedOrder(unknown: readonly string[]): string[] {
  const isEmbedded = (path: string): boolean => path.includes('.metadata.');
  const sorted = [...unknown].sort();
  return [...sorted.filter((path) => !isEmbedded(path)), ...sorted.filter(isEmbedded)];
}

/** A kind or version that is no text counts as unset. */
function checkCborType(object: JsonObject, target: ObjectTarget, bytes: Buffer): void {
  const { apiVersion, kind } = object;
  const hasKind = typeof kind === 'string' && kind !== '';
  if (!hasKind) throw unrecognized(target, `Object 'Kind' is missing in '${cborDiagnostic(bytes)}'`, bytes);
  if (typeof apiVersion === 'string' && apiVersion !== '') return;
  const problem = `Object 'apiVersion' is missing in '${cborDiagnostic(bytes)}'`;
  throw badRequest(`${kind} in version "" cannot be handled as a ${target.groupKind.kind}: ${problem}`);
}

/** The type must be set; validation reports a wrong kind. */
function checkType(object: JsonObject, target: ObjectTarget, bytes: Buffer): void {
  for (const field of ['apiVersion', 'kind'] as const) {
    if (object[field] === undefined || object[field] === null || typeof object[field] === 'string') continue;
    throw unrecognized(target, mistypedTypeField(field, object[field]), bytes);
  }
  const { apiVersion, kind } = object;
  const sent = String(apiVersion ?? '');
  if (!kind) throw unrecognized(target, `Object 'Kind' is missing in '${bytes.toString()}'`, bytes);
  const groupVersion = parsedVersion(sent);
  if (typeof groupVersion === 'string') throw unrecognized(target, groupVersion, bytes);
  if (sent !== target.apiVersion) throw otherVersion(sent, target);
  // Subresources ignore the kind.
  if (target.subresource !== '') object['kind'] = target.groupKind.kind;
}

/**
 * Another kind is reported by validation; another version must be rejected here, as it cannot be converted.
 * Subresources ignore the type.
 */
function claimPatchedType({ patched, invalid }: PatchedObject, target: ObjectTarget): void {
  const { subresource, groupKind } = target;
  const { apiVersion, kind } = patched;
  if (!kind) throw invalid(`Object 'Kind' is missing in '${jsonText(patched)}'`);
  if (typeof kind !== 'string') throw invalid(mistypedTypeField('kind', kind));
  if (apiVersion === target.apiVersion && subresource === '') return;
  if (apiVersion !== undefined && typeof apiVersion !== 'string') {
    throw invalid(mistypedTypeField('apiVersion', apiVersion));
  }
  if (!apiVersion) throw internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  const groupVersion = parsedVersion(apiVersion);
  if (typeof groupVersion === 'string') throw invalid(groupVersion);
  if (subresource === '') throw otherType({ apiVersion, kind, name: metadataOf(patched).name ?? '' }, target);
  Object.assign(patched, { apiVersion: target.apiVersion, kind: groupKind.kind });
}

function otherType(sent: { apiVersion: string; kind: string; name: string }, target: ObjectTarget): StatusError {
  const { apiVersion, kind, name } = sent;
  const ownKind = target.groupKind.kind;
  const errors = kind === ownKind ? [] : [FieldPath.of('kind').invalid(kind, `must be ${ownKind}`)];
  errors.push(FieldPath.of('apiVersion').invalid(apiVersion, `must be ${target.apiVersion}`));
  return invalidObject({ group: parseGroupVersion(apiVersion).group, kind }, name, errors);
}

function unrecognized(target: ObjectTarget, problem: string, bytes: Buffer): StatusError {
  return badRequest(unrecognizedText(target, problem, bytes));
}

function mishandled(target: ObjectTarget, problem: string): StatusError {
  return badRequest(mishandledText(target, problem));
}
