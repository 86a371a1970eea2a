import type { Codec, CodecRegistry } from '../../apimachinery/codec/index.js';
import type { GroupKind, GroupVersion, JsonObject, JsonValue, TypeMismatch } from '../../apimachinery/meta/index.js';
import type { StatusError } from '../../apimachinery/status/index.js';

export interface TypeShapeOptions {
  /** Truncates integers that are out of their field's range, like a Go conversion. Unset: they are rejected. */
  readonly integers?: 'convert';
}

export interface ShapeOptions extends TypeShapeOptions {
  /** Treatment of null where a schema does not allow it. Unset: dropped. */
  readonly nulls?: 'drop' | 'keep';
}

/** A value of the wrong type for its field; the message is Go's, such as `json: cannot unmarshal number into …`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** Unset: the value has the right type, but not one of its values. */
  readonly mismatch: TypeMismatch | undefined;

  constructor(message: string, mismatch?: TypeMismatch) {
    super(message);
    this.mismatch = mismatch;
  }
}

/** The objects that an endpoint takes. */
export interface ObjectTarget {
  readonly apiVersion: string;
  readonly groupKind: GroupKind;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Older API versions that clients may still send; they differ in name only. */
  readonly formerApiVersions?: readonly string[] | undefined;
  /** Whether the resource has its kind in this version. */
  hasVersion(groupVersion: GroupVersion): boolean;
  /**
   * Decodes an object that a client sent, in place, and applies defaults. Returns the paths of unknown fields. Throws
   * `ShapeError`.
   */
  shape(object: JsonObject, options?: ShapeOptions): readonly string[];
}

/** A request body. */
export interface SentBody {
  readonly codec: Codec;
  readonly bytes: Buffer;
}

export interface DecodedBody {
  /** In the version of the target, with defaults and without unknown fields. */
  readonly object: JsonObject;
  /** Errors of `fieldValidation=Strict`, and warnings of `fieldValidation=Warn`. */
  readonly strictErrors: readonly string[];
}

/** A patch of one of the types that do not depend on the schema. */
export interface PatchedObject {
  readonly patched: JsonObject;
  readonly live: JsonObject;
  /** Returns the error for a patched object that is invalid. */
  invalid(problem: string): StatusError;
}

/** A value where a literal of the body does not fit its field. */
export interface MisfitLiteral {
  /** The object, as JSON text with the literals of the body. */
  readonly shown: string;
  readonly problem: string;
}

/** Decodes the objects that clients send. */
export interface ObjectDecoding {
  /** Returns the codec of a request body. Throws `unsupportedMediaType`. */
  negotiate(codecs: CodecRegistry, contentType: string | undefined): Codec;
  /** Decodes an object, and checks or sets its type. Throws a StatusError. */
  read(body: SentBody, target: ObjectTarget): Promise<DecodedBody>;
  /** Returns the error for an object of the right type that is rejected. */
  mishandled(target: ObjectTarget, problem: string): StatusError;
  /** Checks or sets the type of a patched object. Throws a StatusError. */
  claimPatchedType(patch: PatchedObject, target: ObjectTarget): void;
  /**
   * Finds a number literal that the type of its field rejects, such as 1.0 for an integer. `decode` decodes the body
   * after literals were replaced. Unset: all literals are accepted.
   */
  readonly findMisfit?: (
    bytes: Buffer,
    target: ObjectTarget,
    decode: (bytes: Buffer) => JsonValue | undefined,
  ) => MisfitLiteral | undefined;
  /** Decodes metadata further, in place, and returns the paths of unknown fields in the order to report. */
  readonly finishMetadata?: (object: JsonObject, unknown: readonly string[]) => readonly string[];
  /** Returns the paths of unknown fields in an object with sorted keys in the order to report. Unset: sorted. */
  readonly sortUnknown?: (unknown: readonly string[]) => readonly string[];
  /** Errors that quote a patched object show it with sorted keys. Unset: in the order of its fields. */
  readonly hasSortedKeys?: boolean;
  /** Returns the errors of unknown fields that a mutation by admission has set. Unset: each is an error. */
  readonly mutationErrors?: (unknown: readonly string[]) => readonly string[];
}
