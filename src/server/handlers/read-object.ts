import {
  type Codec,
  DecodeError,
  inDocumentOrder,
  jsonCodec,
  NumberStandIns,
  negotiateInput,
  standardCodecs,
} from '../../apimachinery/codec/index.js';
import {
  type GroupVersion,
  GroupVersionParseError,
  goQuote,
  isJsonObject,
  type JsonObject,
  parseGroupVersion,
} from '../../apimachinery/meta/index.js';
import { badRequest, type StatusError } from '../../apimachinery/status/index.js';
import { isTurnLong, leaveTurn } from '../../apimachinery/turns/index.js';
import {
  isNoVersion,
  mistypedTypeField,
  ShapeError,
  typeMetaName,
  typeNameOf,
  typeParseError,
} from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { internalType, otherKindProblem } from './known-kinds.js';
import { strictDecodingError, warnOf } from './strict-errors.js';

/** Decodes the object of a request, in the request's version, with defaults and without unknown fields. */
export async function readObject(
  context: RequestContext,
  endpoint: Endpoint,
  fieldValidation: string | undefined,
): Promise<JsonObject> {
  const contentType = context.request.header('content-type');
  const codec = isCustom(endpoint)
    ? negotiateInput(standardCodecs, contentType, customMediaTypes)
    : negotiateInput(endpoint.codecs, contentType);
  const bytes = await context.request.body(endpoint.maxBodyBytes);
  isTurnLong();
  const { object, strictErrors, fractions } = decode(codec, endpoint, bytes);
  if (isTurnLong()) await leaveTurn();
  checkTypeFields(object, endpoint, bytes);
  if (isCustom(endpoint)) checkCustomKind(object, endpoint, bytes);
  else claimKind(object, endpoint, bytes);
  if (fractions && !isCustom(endpoint)) checkNumbers(codec, endpoint, bytes);
  if (isTurnLong()) await leaveTurn();
  const unknown = shapeSent(object, endpoint);
  // Upstream converts YAML to JSON, which sorts the keys.
  const told = codec.mediaType === 'application/yaml' ? [...unknown].sort() : unknown;
  const problems = isCustom(endpoint)
    ? [...strictErrors, ...told.map(unknownField)]
    : problemsOf(outsideUnknown(strictErrors, unknown), told, { codec, bytes });
  if (problems.length > 0 && fieldValidation === 'Strict') throw mishandled(endpoint, strictDecodingError(problems));
  if (fieldValidation !== 'Ignore') warnOf(context, problems);
  context.record?.requestObject(object);
  if (isTurnLong()) await leaveTurn();
  return object;
}

/** Maximum number of strict errors that are reported for a built-in object. */
const maxProblems = 100;

const unknownField = (path: string): string => `unknown field ${goQuote(path)}`;

/** Typed JSON is decoded in one pass, in document order; otherwise duplicate fields come before unknown ones. */
function problemsOf(
  repeated: readonly string[],
  unknown: readonly string[],
  { codec, bytes }: { codec: Codec; bytes: Buffer },
): readonly string[] {
  const found = [...repeated, ...unknown.slice(0, maxProblems).map(unknownField)];
  const isMixed = repeated.length > 0 && unknown.length > 0 && codec === jsonCodec;
  return (isMixed ? inDocumentOrder(bytes, found) : found).slice(0, maxProblems);
}
/** Upstream's error message lists protobuf as supported for custom resources, although it is not. */
const customMediaTypes = [...standardCodecs.mediaTypes, 'application/vnd.kubernetes.protobuf'];

interface Decoded {
  readonly object: JsonObject;
  readonly strictErrors: readonly string[];
  readonly fractions?: boolean | undefined;
}

function decode(codec: Codec, endpoint: Endpoint, bytes: Buffer): Decoded {
  try {
    const untyped = { apiVersion: endpoint.view.apiVersion, kind: endpoint.kind };
    const repeated = isCustom(endpoint) ? undefined : 'merge';
    const { value, strictErrors, fractions } = codec.decodeStrict(bytes, { untyped, repeated });
    if (isJsonObject(value)) return { object: value, strictErrors, fractions };
    // Go decodes null as an empty object.
    if (value === null) return { object: {}, strictErrors };
    const problem = `json: cannot unmarshal ${typeNameOf(value)} into Go value of type ${typeMetaName}`;
    throw unrecognized(endpoint, typeParseError(problem), bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (error.message.startsWith('json: cannot unmarshal number')) {
      if (isCustom(endpoint)) throw mishandled(endpoint, error.message);
      checkNumbers(codec, endpoint, bytes);
    }
    const isJson = codec.isText && !error.message.includes('yaml');
    throw unrecognized(endpoint, isJson ? typeParseError(error.message) : error.message, bytes);
  }
}

function unrecognized(endpoint: Endpoint, problem: string, bytes: Buffer): StatusError {
  return refused(
    endpoint,
    `the object provided is unrecognized (must be of type ${endpoint.kind}): ${problem} (${summaryOf(bytes)})`,
  );
}

/** Upstream has one message for every error in the scale of a custom resource. */
function refused({ resource, view }: Endpoint, message: string): StatusError {
  if (!resource.isCustom || view.isWhole) return badRequest(message);
  return badRequest(
    'no kind is registered for the type v1.Scale in scheme "pkg/apiserver/customresource_handler.go:781"',
  );
}

const summaryBytes = 30;

function summaryOf(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const text = bytes.subarray(0, summaryBytes).toString(bytes[0] === 0x7b ? 'utf8' : 'hex');
  return bytes.length > summaryBytes ? `${text} ...` : text;
}

function checkTypeFields(object: JsonObject, endpoint: Endpoint, bytes: Buffer): void {
  for (const field of ['apiVersion', 'kind'] as const) {
    if (object[field] === undefined || object[field] === null || typeof object[field] === 'string') continue;
    throw unrecognized(endpoint, mistypedTypeField(field, object[field]), bytes);
  }
}

/** The body may omit kind and apiVersion; if set, they must be the endpoint's. */
function claimKind(object: JsonObject, endpoint: Endpoint, bytes: Buffer): void {
  const { view, kind } = endpoint;
  if (isNoVersion(object['apiVersion'])) object['apiVersion'] = view.apiVersion;
  object['kind'] ||= kind;
  const sent = String(object['apiVersion']);
  // The core group may be written as `/v1`.
  if (sent === `/${view.apiVersion}` || view.formerApiVersions?.includes(sent)) object['apiVersion'] = view.apiVersion;
  if (object['apiVersion'] === view.apiVersion && object['kind'] === kind) return;
  throw otherKind(object as { apiVersion: string; kind: string }, endpoint, bytes);
}

/** Custom resources get no default type, and have error messages of their own. */
function checkCustomKind(object: JsonObject, endpoint: Endpoint, bytes: Buffer): void {
  const { apiVersion: sent = '', kind = '' } = object;
  if (!kind) throw unrecognized(endpoint, `Object 'Kind' is missing in '${bytes.toString()}'`, bytes);
  const groupVersion = groupVersionOf(String(sent ?? ''));
  if (typeof groupVersion === 'string') throw unrecognized(endpoint, groupVersion, bytes);
  if (sent !== endpoint.view.apiVersion) throw otherVersion(String(sent ?? ''), endpoint);
  // Subresources ignore the kind; otherwise validation reports a wrong one.
  if (endpoint.subresource !== '') object['kind'] = endpoint.kind;
}

function isCustom({ resource, view }: Endpoint): boolean {
  return resource.isCustom && view.isWhole;
}

function otherVersion(sent: string, { view }: Endpoint): StatusError {
  return badRequest(
    `the API version in the data (${sent}) does not match the expected API version (${view.apiVersion})`,
  );
}

function otherKind(sent: { apiVersion: string; kind: string }, endpoint: Endpoint, bytes: Buffer): StatusError {
  const { view, kind, resource } = endpoint;
  const groupVersion = groupVersionOf(sent.apiVersion);
  if (typeof groupVersion === 'string') return unrecognized(endpoint, groupVersion, bytes);
  const wanted = internalType(view.groupKind.group, kind);
  const isOfKind = sent.kind === kind && view.isWhole && resource.kind.has(groupVersion);
  if (isOfKind || endpoint.kinds.internalTypeOf(sent.apiVersion, sent.kind) === wanted) {
    return otherVersion(sent.apiVersion, endpoint);
  }
  if (groupVersion.version === '') {
    const problem = `Object 'apiVersion' is missing in '${bytes.toString()}'`;
    return refused(endpoint, `${sent.kind} in version "" cannot be handled as a ${kind}: ${problem}`);
  }
  return refused(
    endpoint,
    `${sent.kind} in version ${goQuote(groupVersion.version)} cannot be handled as a ${kind}: ` +
      otherKindProblem(endpoint.kinds, { ...groupVersion, kind: sent.kind }, wanted),
  );
}

/** Returns the parsed version, or an error message. */
function groupVersionOf(apiVersion: string): GroupVersion | string {
  try {
    return parseGroupVersion(apiVersion);
  } catch (error) {
    if (error instanceof GroupVersionParseError) return error.message;
    throw error;
  }
}

/** Rejects non-integer literals in integer fields; other errors are found later. */
function checkNumbers(codec: Codec, endpoint: Endpoint, bytes: Buffer): void {
  const standIns = codec === jsonCodec ? NumberStandIns.of(bytes) : undefined;
  if (!standIns) return;
  const { apiVersion } = endpoint.view;
  try {
    endpoint.view.shape({ ...(codec.decode(standIns.bytes) as JsonObject), apiVersion, kind: endpoint.kind });
  } catch (error) {
    if (error instanceof ShapeError) throw mishandled(endpoint, standIns.restore(error.message));
    if (!(error instanceof DecodeError)) throw error;
  }
}

function shapeSent(object: JsonObject, endpoint: Endpoint): readonly string[] {
  try {
    return endpoint.view.shape(object);
  } catch (error) {
    if (error instanceof ShapeError) throw mishandled(endpoint, error.message);
    throw error;
  }
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

function mishandled(endpoint: Endpoint, problem: string): StatusError {
  const { kind, view } = endpoint;
  const { version } = parseGroupVersion(view.apiVersion);
  return refused(endpoint, `${kind} in version ${goQuote(version)} cannot be handled as a ${kind}: ${problem}`);
}
