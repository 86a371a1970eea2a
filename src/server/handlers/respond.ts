import {
  type CodecRegistry,
  compressBody,
  type EndpointRestrictions,
  encodeJsonPretty,
  gzipThreshold,
  negotiateOutput,
  type OutputChoice,
  type OutputRequest,
  resourceRestrictions,
  standardCodecs,
} from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { type Status, statusOf } from '../../apimachinery/status/index.js';
import { asLine } from '../../storage/cacher/index.js';
import type { ApiRequest, ApiResponse } from '../http/index.js';
import { decodeStored, type StoredObject } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { transformedObject } from './transform.js';

const builtInRestrictions = resourceRestrictions({ hasTable: true });
/** Only metadata of custom resources has a form in protobuf. */
const customRestrictions = resourceRestrictions({ hasTable: true, plainMediaTypes: standardCodecs.mediaTypes });

/** What is answered to a question, such as a review, is no row of anything. */
const answerRestrictions = resourceRestrictions({ hasTable: false });

/** Which forms the objects of an endpoint have. */
export function restrictionsOf({ resource }: Endpoint): EndpointRestrictions {
  return resource.isCustom ? customRestrictions : builtInRestrictions;
}

/** The form in which the client wants an object or a list. Decided before anything is done for the request. */
export function negotiate({ request }: RequestContext, endpoint: Endpoint): OutputChoice {
  return negotiateOutput(endpoint.codecs, wantedBy(request), restrictionsOf(endpoint));
}

/** The same where the request is answered in a way of its own. */
export function negotiateAnswer(context: RequestContext, endpoint: Endpoint): OutputChoice {
  if (context.info.verb !== 'create') return negotiate(context, endpoint);
  return negotiateOutput(endpoint.codecs, wantedBy(context.request), answerRestrictions);
}

function wantedBy(request: ApiRequest): OutputRequest {
  const query = request.rawQuery === '' ? {} : { query: request.query };
  return { accept: request.header('accept'), userAgent: request.header('user-agent'), ...query };
}

/** Whether the client wants objects as they are stored, if they are in its version. */
export function wantsStoredBytes(
  { view }: Endpoint,
  { codec, pretty, target }: Pick<OutputChoice, 'codec' | 'pretty' | 'target'>,
): boolean {
  return codec.mediaType === 'application/json' && !pretty && target === undefined && view.isWhole;
}

/** An object as it is stored, in the form that the client wants: its own bytes where these are it. */
export function respondStored(
  context: RequestContext,
  endpoint: Endpoint,
  answer: { status: number; stored: StoredObject; output: OutputChoice },
): MaybePromise<ApiResponse> {
  const { status, stored, output } = answer;
  const { resource, version } = endpoint;
  const body = wantsStoredBytes(endpoint, output) ? resource.bytesIn(version, stored.value) : undefined;
  if (body) return respondBytes(context, status, { mediaType: 'application/json', body: asLine(body) });
  return andThen(resource.convert(decodeStored(stored.value), version), (object) => {
    const shown = endpoint.view.show(object);
    const value = transformedObject(endpoint, context, { object: shown, target: output.target });
    return respondValue(context, status, { value, output });
  });
}

export function respondValue(
  context: RequestContext,
  status: number,
  { value, output: { codec, pretty } }: { value: JsonObject; output: OutputChoice },
): MaybePromise<ApiResponse> {
  const body = pretty && codec.encodePretty ? codec.encodePretty(value) : codec.encode(value);
  return respondBytes(context, status, { mediaType: codec.mediaType, body });
}

function respondBytes(
  { request }: RequestContext,
  status: number,
  { mediaType, body }: { mediaType: string; body: Buffer },
): MaybePromise<ApiResponse> {
  const headers = { 'content-type': mediaType };
  if (body.length <= gzipThreshold) return { status, headers, body };
  return compressBody(body, request.header('accept-encoding')).then((compressed) => ({
    status,
    headers: { ...headers, ...compressed.headers },
    body: compressed.body,
  }));
}

/** A Status as the whole answer. Clients that accept nothing we have get JSON. */
export function respondStatus(context: RequestContext, codecs: CodecRegistry, status: Status): ApiResponse {
  const { retryAfterSeconds = 0 } = status.details ?? {};
  const { mediaType, body } = encodeStatus(context, codecs, status as unknown as JsonObject);
  const headers = {
    'content-type': mediaType,
    ...(retryAfterSeconds > 0 && { 'retry-after': String(retryAfterSeconds) }),
  };
  return { status: httpCodeOf(status), headers, body };
}

/** Not all Statuses are of this server's making: HTTP has no codes beyond 599. */
function httpCodeOf({ code = 200 }: Status): number {
  return Number.isInteger(code) && code >= 200 && code < 600 ? code : 500;
}

function encodeStatus({ request }: RequestContext, codecs: CodecRegistry, value: JsonObject) {
  try {
    const { codec, pretty } = negotiateOutput(codecs, wantedBy(request));
    const body = pretty && codec.encodePretty ? codec.encodePretty(value) : codec.encode(value);
    return { mediaType: codec.mediaType, body };
  } catch {
    return { mediaType: 'application/json', body: encodeJsonPretty(value) };
  }
}

export function respondError(context: RequestContext, codecs: CodecRegistry, error: unknown): ApiResponse {
  return respondStatus(context, codecs, statusOf(error));
}
