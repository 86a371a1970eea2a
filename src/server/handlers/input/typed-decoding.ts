// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/json/json.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (v1.36)

import {
  type Codec,
  type CodecRegistry,
  cborCodec,
  DecodeError,
  inDocumentOrder,
  jsonCodec,
  jsonText,
  NumberPlaceholders,
  negotiateInput,
  UnacceptableValueError,
} from '../../../apimachinery/codec/index.js';
import { shouldYieldBetweenStages, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import {
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
} from '../../../apimachinery/meta/index.js';
import { badRequest, type StatusError } from '../../../apimachinery/status/index.js';
import {
  type DecodedBody,
  internalType,
  isNoVersion,
  type KnownKinds,
  type MisfitLiteral,
  mistypedTypeField,
  noKnownKinds,
  type ObjectDecoding,
  type ObjectTarget,
  otherKindProblem,
  type PatchedObject,
  type SentBody,
  ShapeError,
} from '../../dialect/index.js';
import { cborMistypedField, cborUnknownFields } from './cbor-problems.js';
import {
  decodeObject,
  mishandledText,
  nameless,
  otherVersion,
  parsedVersion,
  shapeSent,
  unknownField,
  unrecognizedText,
} from './decode-body.js';

export interface TypedDecodingOptions {
  readonly kinds?: KnownKinds | undefined;
  /** Returns the error for a rejected object. Unset: `badRequest`. */
  readonly refuse?: (message: string) => StatusError;
  /** Checks or completes the type that a patched object has. Unset: `completeType`. */
  readonly completeType?: (patched: JsonObject, live: JsonObject) => void;
}

/** Maximum number of strict errors that are reported for an object. */
const maxProblems = 100;

/** Decodes objects like Go decodes JSON into structs: the endpoint determines the type. */
export class TypedDecoding implements ObjectDecoding {
  readonly #kinds: KnownKinds;
  readonly #refuse: (message: string) => StatusError;
  readonly #completeType: (patched: JsonObject, live: JsonObject) => void;

  constructor(options: TypedDecodingOptions = {}) {
    const { kinds = noKnownKinds, refuse = badRequest } = options;
    this.#kinds = kinds;
    this.#refuse = refuse;
    this.#completeType = options.completeType ?? completeType;
  }

  negotiate(codecs: CodecRegistry, contentType: string | undefined): Codec {
    return negotiateInput(codecs, contentType);
  }

  async read({ codec, bytes }: SentBody, target: ObjectTarget): Promise<DecodedBody> {
    const { object, strictErrors, fractions } = await this.#decode({ codec, bytes }, target);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    this.#checkTypeFields(object, target, { codec, bytes });
    this.#claimType(object, target, bytes);
    if (fractions) this.#checkNumbers({ codec, bytes }, target);
    if (shouldYieldBetweenStages()) await yieldToEventLoop();
    const unknown = shapeSent(object, target, (problem) => this.mishandled(target, problem));
    // Upstream converts YAML to JSON, which sorts the keys.
    const reported = codec.mediaType === 'application/yaml' ? [...unknown].sort() : unknown;
    if (codec === cborCodec) return { object, strictErrors: cborUnknownFields(bytes, unknown) };
    return { object, strictErrors: problemsOf(outsideUnknown(strictErrors, unknown), reported, { codec, bytes }) };
  }

  mishandled(target: ObjectTarget, problem: string): StatusError {
    return this.#refuse(mishandledText(target, problem));
  }

  /** Rejects a patch that changes the type. */
  claimPatchedType({ patched, live, invalid }: PatchedObject, target: ObjectTarget): void {
    if ((patched['kind'] ?? '') === '') patched['kind'] = live['kind']!;
    this.#completeType(patched, live);
    const { apiVersion = '', kind = '' } = patched;
    if (typeof apiVersion !== 'string') throw invalid(mistypedTypeField('apiVersion', apiVersion));
    if (typeof kind !== 'string') throw invalid(mistypedTypeField('kind', kind));
    // The core group may be written as `/v1`.
    if (apiVersion === `/${live['apiVersion']}`) patched['apiVersion'] = live['apiVersion']!;
    if (patched['apiVersion'] === live['apiVersion'] && kind === live['kind']) return;
    const groupVersion = parsedVersion(apiVersion);
    if (typeof groupVersion === 'string') throw invalid(groupVersion);
    const wanted = internalType(target.groupKind, this.#kinds);
    throw invalid(otherKindProblem(this.#kinds, { ...groupVersion, kind }, wanted));
  }

  findMisfit(
    bytes: Buffer,
    target: ObjectTarget,
    decode: (bytes: Buffer) => JsonValue | undefined,
  ): MisfitLiteral | undefined {
    const placeholders = NumberPlaceholders.of(bytes);
    if (!placeholders) return undefined;
    const object = decode(placeholders.bytes);
    if (!isJsonObject(object)) return undefined;
    const { apiVersion, groupKind } = target;
    try {
      target.shape({ ...object, apiVersion, kind: groupKind.kind });
      return undefined;
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return { shown: placeholders.restore(jsonText(object)), problem: placeholders.restore(error.message) };
    }
  }

  #decode(body: SentBody, target: ObjectTarget) {
    const { apiVersion, groupKind } = target;
    const untyped = { apiVersion, kind: groupKind.kind };
    return decodeObject(body, { untyped, repeated: 'merge' }, (problem, cause) => {
      if (cause instanceof UnacceptableValueError) return this.mishandled(target, cause.message);
      if (cause?.message.startsWith('json: cannot unmarshal number')) this.#checkNumbers(body, target);
      return this.#unrecognized(target, problem, body.bytes);
    });
  }

  #unrecognized(target: ObjectTarget, problem: string, bytes: Buffer): StatusError {
    return this.#refuse(unrecognizedText(target, problem, bytes));
  }

  #checkTypeFields(object: JsonObject, target: ObjectTarget, { codec, bytes }: SentBody): void {
    for (const field of ['apiVersion', 'kind'] as const) {
      if (object[field] === undefined || object[field] === null || typeof object[field] === 'string') continue;
      const describe = codec === cborCodec ? cborMistypedField : mistypedTypeField;
      throw this.#unrecognized(target, describe(field, object[field]), bytes);
    }
  }

  /** The body may omit kind and apiVersion; if set, they must be the endpoint's. */
  #claimType(object: JsonObject, target: ObjectTarget, bytes: Buffer): void {
    const { apiVersion, formerApiVersions, groupKind } = target;
    const { kind } = groupKind;
    if (isNoVersion(object['apiVersion'])) object['apiVersion'] = apiVersion;
    object['kind'] ||= kind;
    const sent = String(object['apiVersion']);
    // The core group may be written as `/v1`.
    if (sent === `/${apiVersion}` || formerApiVersions?.includes(sent)) object['apiVersion'] = apiVersion;
    if (object['apiVersion'] === apiVersion && object['kind'] === kind) return;
    throw this.#otherKind(object as { apiVersion: string; kind: string }, target, bytes);
  }

  #otherKind(sent: { apiVersion: string; kind: string }, target: ObjectTarget, bytes: Buffer): StatusError {
    const { groupKind } = target;
    const groupVersion = parsedVersion(sent.apiVersion);
    if (typeof groupVersion === 'string') return this.#unrecognized(target, groupVersion, bytes);
    const wanted = internalType(groupKind, this.#kinds);
    const isOfKind = sent.kind === groupKind.kind && target.hasVersion(groupVersion);
    if (isOfKind || this.#kinds.internalTypeOf(sent.apiVersion, sent.kind) === wanted) {
      return otherVersion(sent.apiVersion, target);
    }
    const problem =
      groupVersion.version === ''
        ? `Object 'apiVersion' is missing in '${bytes.toString()}'`
        : otherKindProblem(this.#kinds, { ...groupVersion, kind: sent.kind }, wanted);
    const version = goQuote(groupVersion.version);
    return this.#refuse(`${sent.kind} in version ${version} cannot be handled as a ${groupKind.kind}: ${problem}`);
  }

  /** Rejects non-integer literals in integer fields; other errors are found later. */
  #checkNumbers({ codec, bytes }: SentBody, target: ObjectTarget): void {
    if (codec !== jsonCodec) return;
    const misfit = this.findMisfit(bytes, target, (replaced) => decodedOrNothing(codec, replaced));
    if (misfit) throw this.mishandled(target, misfit.problem);
  }
}

/** A missing kind is taken from the live object; without an apiVersion, upstream finds no metadata. */
function completeType(patched: JsonObject, live: JsonObject): void {
  if (isNoVersion(patched['apiVersion'])) throw nameless(metadataOf(live).name ?? '');
  patched['kind'] ||= live['kind']!;
}

function decodedOrNothing(codec: Codec, bytes: Buffer): JsonValue | undefined {
  try {
    return codec.decode(bytes);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Typed JSON is decoded in one pass, in document order; otherwise duplicate fields come before unknown ones. */
function problemsOf(
  repeated: readonly string[],
  unknown: readonly string[],
  { codec, bytes }: SentBody,
): readonly string[] {
  const found = [...repeated, ...unknown.slice(0, maxProblems).map(unknownField)];
  const isMixed = repeated.length > 0 && unknown.length > 0 && codec === jsonCodec;
  return (isMixed ? inDocumentOrder(bytes, found) : found).slice(0, maxProblems);
}

const duplicate = 'duplicate field ';

/** Decoders skip unknown fields: duplicates of them, or within them, are not reported. */
function outsideUnknown(strictErrors: readonly string[], unknown: readonly string[]): readonly string[] {
  if (strictErrors.length === 0 || unknown.length === 0) return strictErrors;
  const beginnings = unknown.map((path) => duplicate + goQuote(path).slice(0, -1));
  return strictErrors.filter((error) => !beginnings.some((beginning) => isWithin(error, beginning)));
}

/** Whether the path in an error is `beginning` or below it: followed by the next path step or the closing quote. */
function isWithin(error: string, beginning: string): boolean {
  if (!error.startsWith(beginning)) return false;
  const next = error[beginning.length];
  return next === '.' || next === '[' || (next === '"' && beginning.length === error.length - 1);
}
