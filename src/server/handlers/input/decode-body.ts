// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/update.go (v1.36)

import { type Codec, cborCodec, DecodeError } from '../../../apimachinery/codec/index.js';
import {
  type GroupVersion,
  GroupVersionParseError,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonTypeName,
  parseGroupVersion,
} from '../../../apimachinery/meta/index.js';
import { badRequest, type StatusError } from '../../../apimachinery/status/index.js';
import { type ObjectTarget, type SentBody, ShapeError, typeMetaName, typeParseError } from '../../dialect/index.js';
import { cborMismatch, cborTypeProblem } from './cbor-problems.js';

export interface DecodedObject {
  readonly object: JsonObject;
  readonly strictErrors: readonly string[];
  /** Whether the text has numbers that are not integers. */
  readonly fractions?: boolean | undefined;
}

export interface DecodeObjectOptions {
  /** Type of objects in encodings that have none. */
  readonly untyped: { readonly apiVersion: string; readonly kind: string };
  /** `merge`: the values of a field that occurs twice are merged, as Go decodes structs. Unset: the last one wins. */
  readonly repeated?: 'merge' | undefined;
}

/**
 * Decodes a request body. `refuse` gets the problem of a body that is not an object and, if it cannot be decoded, the
 * error of the decoder.
 */
export async function decodeObject(
  { codec, bytes }: SentBody,
  options: DecodeObjectOptions,
  refuse: (problem: string, cause?: DecodeError) => StatusError,
): Promise<DecodedObject> {
  try {
    const decoded = await (codec.decodeYielding?.(bytes, options) ?? codec.decodeStrict(bytes, options));
    const { value, strictErrors, fractions } = decoded;
    if (isJsonObject(value)) return { object: value, strictErrors, fractions };
    // Go decodes null as an empty object.
    if (value === null) return { object: {}, strictErrors };
    throw refuse(notAnObject({ codec, bytes }, value));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw refuse(undecodable(codec, error), error);
  }
}

function undecodable(codec: Codec, { message }: DecodeError): string {
  if (codec === cborCodec) return cborTypeProblem(message);
  return codec.isText && !message.includes('yaml') ? typeParseError(message) : message;
}

function notAnObject({ codec, bytes }: SentBody, value: JsonValue): string {
  if (codec === cborCodec) return cborTypeProblem(cborMismatch(bytes, 'v1.TypeMeta'));
  return typeParseError(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${typeMetaName}`);
}

/** Decodes the fields of an object, in place. Returns the paths of unknown fields. */
export function shapeSent(
  object: JsonObject,
  target: ObjectTarget,
  mishandled: (problem: string) => StatusError,
): readonly string[] {
  try {
    return target.shape(object);
  } catch (error) {
    if (error instanceof ShapeError) throw mishandled(error.message);
    throw error;
  }
}

/** Returns the parsed version, or an error message. */
export function parsedVersion(apiVersion: string): GroupVersion | string {
  try {
    return parseGroupVersion(apiVersion);
  } catch (error) {
    if (error instanceof GroupVersionParseError) return error.message;
    throw error;
  }
}

export const unknownField = (path: string): string => `unknown field ${goQuote(path)}`;

/** Error text for a body whose type cannot be determined. */
export function unrecognizedText({ groupKind }: ObjectTarget, problem: string, bytes: Buffer): string {
  return `the object provided is unrecognized (must be of type ${groupKind.kind}): ${problem} (${summaryOf(bytes)})`;
}

/** Error text for an object of the right type that is rejected. */
export function mishandledText({ apiVersion, groupKind: { kind } }: ObjectTarget, problem: string): string {
  const { version } = parseGroupVersion(apiVersion);
  return `${kind} in version ${goQuote(version)} cannot be handled as a ${kind}: ${problem}`;
}

export function otherVersion(sent: string, { apiVersion }: ObjectTarget): StatusError {
  return badRequest(`the API version in the data (${sent}) does not match the expected API version (${apiVersion})`);
}

/** For an object without a name where the URL has one. */
export function nameless(name: string): StatusError {
  return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

const summaryBytes = 30;

function summaryOf(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const text = bytes.subarray(0, summaryBytes).toString(bytes[0] === 0x7b ? 'utf8' : 'hex');
  return bytes.length > summaryBytes ? `${text} ...` : text;
}
