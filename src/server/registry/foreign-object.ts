import { type CodecRegistry, DecodeError, decodeJson } from '../../apimachinery/codec/index.js';
import {
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
import { internalError, StatusError } from '../../apimachinery/status/index.js';
import { beginsWith } from '../../storage/index.js';
import { typeNameOf, typeParseError, unregisteredKind } from './decoding-texts.js';
import type { Resource } from './resource.js';
import { ShapeError } from './resource-definition.js';

const protobuf = { mediaType: 'application/vnd.kubernetes.protobuf', start: Buffer.from('k8s\0') };
const encrypted = Buffer.from('k8s:enc:');
const openBrace = 0x7b;
const anyLength = { maxBytes: Number.POSITIVE_INFINITY };

/** Decodes stored bytes, in any form that has a codec, including what other servers stored. Throws a StatusError. */
export function decodeForeign(bytes: Buffer, codecs: CodecRegistry): JsonObject {
  const value = orUnreadable(() => decodeAny(bytes, codecs));
  if (!isJsonObject(value)) throw unreadable('the stored value is not an object');
  return value;
}

/** Decodes a stored custom resource, which is always JSON. */
export function decodeForeignCustom(bytes: Buffer): JsonObject {
  if (beginsWith(bytes, encrypted)) throw stillEncrypted();
  const value = orUnreadable(() => decodeJson(bytes, anyLength));
  if (!isJsonObject(value)) {
    throw unreadable(`json: cannot unmarshal ${typeNameOf(value)} into Go value of type map[string]interface {}`);
  }
  if (!value['kind']) throw unreadable(`Object 'Kind' is missing in '${bytes}'`);
  return value;
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
  throw unreadable('what is stored is in no form that is known here');
}

/**
 * Converts an object that another server stored to the form in which this one stores it: the storage version, with
 * defaults that were added since. Throws a StatusError.
 */
export function adoptForeign(resource: Resource, object: JsonObject): JsonObject {
  const version = foreignVersion(resource, object);
  const stored = orUnreadable(() => {
    resource.version(version).shape?.(object);
    resource.kind.applyDefaults(object);
    return resource.toStored(object);
  });
  if (stored instanceof Promise) throw unreadable(`${resource.definition.kind} cannot be converted synchronously`);
  return stored;
}

function foreignVersion(resource: Resource, object: JsonObject): string {
  const { apiVersion, kind } = object;
  const version = resource.versionOf(object);
  if (version !== undefined && kind === resource.definition.kind) return version;
  const [foreign, own] = [parsedVersion(apiVersion), resource.storedKind];
  if (version === undefined) throw unreadable(unregisteredKind(String(kind ?? ''), foreign));
  const names = [`${foreign.version}.${kind}`, `${own.group.split('.')[0] || 'core'}.${own.kind}`];
  throw unreadable(`converting (${names[0]}) to (${names[1]}): unknown conversion`);
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
  return internalError('identity transformer tried to read encrypted data');
}

function unreadable(message: string, cause?: unknown): StatusError {
  return StatusError.of({ code: 500, reason: '', message }, { cause });
}

/** JSON objects begin with a brace; other forms do not. */
export function isJson(bytes: Buffer): boolean {
  return bytes[0] === openBrace;
}
