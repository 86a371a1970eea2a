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

/** The object that a request brings, in the request's version, with defaults and without what its kind does not have. */
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
  // YAML is read by way of a form in which keys are sorted.
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

/** More than this are not told of an object that is not custom. */
const maxProblems = 100;

const unknownField = (path: string): string => `unknown field ${goQuote(path)}`;

/** Only what is typed is read from JSON in one go; of the rest it is known first what repeats. */
function problemsOf(
  repeated: readonly string[],
  unknown: readonly string[],
  { codec, bytes }: { codec: Codec; bytes: Buffer },
): readonly string[] {
  const found = [...repeated, ...unknown.slice(0, maxProblems).map(unknownField)];
  const isMixed = repeated.length > 0 && unknown.length > 0 && codec === jsonCodec;
  return (isMixed ? inDocumentOrder(bytes, found) : found).slice(0, maxProblems);
}
/** Upstream says that it reads custom resources in a form in which it cannot read them. */
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
    // As Go reads it: nothing is said, and nothing is wrong.
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

/** Whatever is wrong with the scale of a custom resource, upstream has the same words for it. */
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

/** The body may leave its kind and version out; it may not say other ones than the endpoint's. */
function claimKind(object: JsonObject, endpoint: Endpoint, bytes: Buffer): void {
  const { view, kind } = endpoint;
  if (isNoVersion(object['apiVersion'])) object['apiVersion'] = view.apiVersion;
  object['kind'] ||= kind;
  const sent = String(object['apiVersion']);
  // The core group may be written with its empty name.
  if (sent === `/${view.apiVersion}` || view.formerApiVersions?.includes(sent)) object['apiVersion'] = view.apiVersion;
  if (object['apiVersion'] === view.apiVersion && object['kind'] === kind) return;
  throw otherKind(object as { apiVersion: string; kind: string }, endpoint, bytes);
}

/** Nothing is filled in for custom resources, and they are refused in other ways. */
function checkCustomKind(object: JsonObject, endpoint: Endpoint, bytes: Buffer): void {
  const { apiVersion: sent = '', kind = '' } = object;
  if (!kind) throw unrecognized(endpoint, `Object 'Kind' is missing in '${bytes.toString()}'`, bytes);
  const groupVersion = groupVersionOf(String(sent ?? ''));
  if (typeof groupVersion === 'string') throw unrecognized(endpoint, groupVersion, bytes);
  if (sent !== endpoint.view.apiVersion) throw otherVersion(String(sent ?? ''), endpoint);
  // Of what is sent to a subresource, the kind does not count; else it is found when the object is validated.
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

/** The parsed version, or what is wrong with it. */
function groupVersionOf(apiVersion: string): GroupVersion | string {
  try {
    return parseGroupVersion(apiVersion);
  } catch (error) {
    if (error instanceof GroupVersionParseError) return error.message;
    throw error;
  }
}

/** Refuses numbers in fields of integers that are not written as such; what else is wrong is found later. */
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

/** What is in a field that nobody knows is not looked at: neither it nor anything in there is repeated. */
function outsideUnknown(strictErrors: readonly string[], unknown: readonly string[]): readonly string[] {
  if (strictErrors.length === 0 || unknown.length === 0) return strictErrors;
  const beginnings = unknown.map((path) => duplicate + goQuote(path).slice(0, -1));
  return strictErrors.filter((error) => !beginnings.some((beginning) => isWithin(error, beginning)));
}

/** Whether a path begins with another one: the next step follows, or the quote at its end. */
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
