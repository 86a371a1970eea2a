// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/identity/identity.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/protobuf/protobuf.go (v1.36)

import { type CodecRegistry, cborCodec, cborPrefix, DecodeError, decodeJson } from '../../apimachinery/codec/index.js';
import {
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
import { internalError, StatusError } from '../../apimachinery/status/index.js';
import { beginsWith, StorageError } from '../../storage/index.js';
import {
  type Dialect,
  internalType,
  mistypedTypeField,
  otherKindProblem,
  ShapeError,
  type StoredForm,
  type StoredResource,
  typeParseError,
  unregisteredKind,
} from '../dialect/index.js';

const protobuf = { mediaType: 'application/vnd.kubernetes.protobuf', start: Buffer.from('k8s\0') };
const encrypted = Buffer.from('k8s:enc:');
const openBrace = 0x7b;
const base64Alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const anyLength = { maxBytes: Number.POSITIVE_INFINITY };

/** Decodes stored bytes, in any form that has a codec, including what other servers stored. Throws a StatusError. */
export function decodeForeign(bytes: Buffer, codecs: CodecRegistry): JsonObject {
  const value = orUnreadable(() => decodeAny(bytes, codecs));
  if (!isJsonObject(value)) throw unreadable('the stored value is not an object');
  return value;
}

/** Decodes stored JSON or CBOR. Throws a StatusError for other bytes. */
export function decodeStoredValue(bytes: Buffer): JsonValue {
  if (beginsWith(bytes, encrypted)) throw stillEncrypted();
  if (isCbor(bytes)) return orUnreadable(() => cborCodec.decode(bytes, anyLength));
  return orUnreadable(() => decodeJson(bytes, anyLength));
}

export function isCbor(bytes: Buffer): boolean {
  return beginsWith(bytes, cborPrefix);
}

function decodeAny(bytes: Buffer, codecs: CodecRegistry): JsonValue {
  if (isJson(bytes)) {
    try {
      return decodeJson(bytes, anyLength);
    } catch (error) {
      throw error instanceof DecodeError ? unreadable(typeParseError(error.message)) : error;
    }
  }
  const codec = beginsWith(bytes, protobuf.start) ? codecs.find(protobuf.mediaType) : undefined;
  if (codec) return codec.decode(bytes, anyLength);
  if (beginsWith(bytes, encrypted)) throw stillEncrypted();
  // Upstream tries base64 last.
  throw unreadable(base64Problem(bytes) ?? 'yaml: invalid leading UTF-8 octet');
}

/** Why Go does not decode bytes as base64; undefined if it does. Padding counts as an invalid character. */
function base64Problem(bytes: Buffer): string | undefined {
  const stranger = bytes.findIndex((byte) => !base64Alphabet.includes(byte));
  const whole = bytes.length - (bytes.length % 4);
  if (stranger < 0 && whole === bytes.length) return undefined;
  return `illegal base64 data at input byte ${stranger < 0 ? whole : stranger}`;
}

/**
 * Converts an object that another server stored to the form in which this one stores it: the storage version, with
 * defaults that were added since. Throws a StatusError.
 */
export function adoptForeign(
  form: StoredForm,
  resource: StoredResource,
  { object, dialect }: { readonly object: JsonObject; readonly dialect: Dialect },
): JsonObject {
  const isKnown = resource.versionOf(object) !== undefined;
  const hasDefaults = isKnown || orUnreadable(() => dialect.upgradeFormer?.(object) ?? true);
  const version = foreignVersion(resource, object, dialect);
  const stored = orUnreadable(() => {
    resource.version(version).shape?.(object);
    if (hasDefaults) resource.kind.applyDefaults(object);
    return form.toStored(object);
  });
  if (stored instanceof Promise) throw unreadable(`${resource.definition.kind} cannot be converted synchronously`);
  resource.definition.defaultOnRead?.(stored);
  return stored;
}

function foreignVersion(resource: StoredResource, object: JsonObject, { kinds }: Dialect): string {
  const { apiVersion, kind } = object;
  for (const field of ['apiVersion', 'kind'] as const) {
    const value = object[field] ?? '';
    if (typeof value !== 'string') throw unreadable(mistypedTypeField(field, value));
  }
  const version = resource.versionOf(object);
  if (version !== undefined && kind === resource.definition.kind) return version;
  const foreign = parsedVersion(apiVersion);
  if (version === undefined) throw unreadable(unregisteredKind(String(kind ?? ''), foreign, kinds?.schemeName));
  const wanted = internalType(resource.storedKind);
  if (kinds) throw unreadable(otherKindProblem(kinds, { ...foreign, kind: String(kind ?? '') }, wanted));
  throw unreadable(`converting (${foreign.version}.${kind}) to (${wanted}): unknown conversion`);
}

function parsedVersion(apiVersion: JsonValue | undefined) {
  return orUnreadable(() => parseGroupVersion(String(apiVersion ?? '')));
}

/** Reports errors as upstream does: with the message of its decoder and no reason. */
function orUnreadable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof StatusError) throw error;
    const isExpected = error instanceof DecodeError || error instanceof ShapeError;
    throw unreadable(error instanceof Error ? error.message : goQuote(String(error)), isExpected ? undefined : error);
  }
}

function stillEncrypted(): StatusError {
  const message = 'identity transformer tried to read encrypted data';
  const { status } = internalError(message);
  return new StatusError(status, { cause: new StorageError('unreadable', message) });
}

/** Upstream's error for stored bytes that hold no object: 500, with a message but no reason. */
export function unreadable(message: string, cause?: unknown): StatusError {
  return StatusError.of({ code: 500, reason: '', message }, { cause });
}

/** JSON objects begin with a brace; other forms do not. */
export function isJson(bytes: Buffer): boolean {
  return bytes[0] === openBrace;
}
