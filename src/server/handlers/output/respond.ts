// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go (v1.36)

import {
  type CodecRegistry,
  compressBody,
  encodeJsonPretty,
  gzipThreshold,
  isLargeJson,
  joinYielding,
  negotiateOutput,
  type OutputChoice,
  type OutputRequest,
  resourceRestrictions,
} from '../../../apimachinery/codec/index.js';
import { shouldYieldBetweenStages, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import { type Status, statusOf } from '../../../apimachinery/status/index.js';
import { asLine } from '../../../storage/cacher/index.js';
import type { ApiRequest, ApiResponse } from '../../http/index.js';
import { decodeStoredYielding, type StoredObject } from '../../registry/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { traceSerialization } from '../trace-verb.js';
import { transformedObject } from './transform.js';

/** Responses to creations that store nothing, such as reviews, have no Table form. */
const answerRestrictions = resourceRestrictions({ hasTable: false });

/** Negotiates the output form. Called before the request has any effect. */
export function negotiate({ request }: RequestContext, endpoint: Endpoint): OutputChoice {
  return negotiateOutput(endpoint.codecs, wantedBy(request), endpoint.output.restrictions);
}

/** Negotiates the output form of a custom handler's response. */
export function negotiateResponse(context: RequestContext, endpoint: Endpoint): OutputChoice {
  if (context.info.verb !== 'create') return negotiate(context, endpoint);
  return negotiateOutput(endpoint.codecs, wantedBy(context.request), answerRestrictions);
}

function wantedBy(request: ApiRequest): OutputRequest {
  const query = request.rawQuery === '' ? {} : { query: request.query };
  return { accept: request.header('accept'), userAgent: request.header('user-agent'), ...query };
}

/** Whether the negotiated form equals the stored bytes, provided that the version does too. */
export function wantsStoredBytes(
  { view }: Endpoint,
  { codec, pretty, target }: Pick<OutputChoice, 'codec' | 'pretty' | 'target'>,
): boolean {
  return codec.mediaType === 'application/json' && !pretty && target === undefined && view.isWhole;
}

/** Responds with a stored object in the negotiated form; the stored bytes are sent unchanged where they match it. */
export function respondStored(
  context: RequestContext,
  endpoint: Endpoint,
  result: { status: number; stored: StoredObject; output: OutputChoice },
): MaybePromise<ApiResponse> {
  const { status, stored, output } = result;
  traceSerialization(context, endpoint, output);
  const { resource, version } = endpoint;
  const body = wantsStoredBytes(endpoint, output) ? resource.storedForm.bytesIn(version, stored.value) : undefined;
  if (body) return respondBytes(context, status, { mediaType: 'application/json', body: asLine(body) });
  const transformed = (object: JsonObject) =>
    transformedObject(endpoint, context, { object: endpoint.view.show(object), target: output.target });
  const converted = andThen(decodeStoredYielding(stored.value), (object) => resource.convert(object, version));
  if (stored.value.length > largeBytes) {
    return respondInStages(context, status, { value: andThen(converted, transformed), output });
  }
  return andThen(converted, (object) => respondValue(context, status, { value: transformed(object), output }));
}

/** Larger objects take milliseconds to decode, and again to encode. */
const largeBytes = 128 * 1024;

async function respondInStages(
  context: RequestContext,
  status: number,
  { value, output }: { value: MaybePromise<JsonObject>; output: OutputChoice },
): Promise<ApiResponse> {
  const object = await value;
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  return respondValue(context, status, { value: object, output });
}

export function respondValue(
  context: RequestContext,
  status: number,
  { value, output: { codec, pretty } }: { value: JsonObject; output: OutputChoice },
): MaybePromise<ApiResponse> {
  if (codec.encodeInSteps && !pretty && isLargeJson(value)) {
    return joinYielding(codec.encodeInSteps(value)).then((body) =>
      respondBytes(context, status, { mediaType: codec.mediaType, body }),
    );
  }
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

/** Responds with a Status. Clients that accept none of the server's media types get JSON. */
function respondStatus(context: RequestContext, codecs: CodecRegistry, status: Status): ApiResponse {
  const { retryAfterSeconds = 0 } = status.details ?? {};
  const { mediaType, body } = encodeStatus(context, codecs, status as unknown as JsonObject);
  const headers = {
    'content-type': mediaType,
    ...(retryAfterSeconds > 0 && { 'retry-after': String(retryAfterSeconds) }),
  };
  return { status: httpCodeOf(status), headers, body };
}

/** A Status may come from elsewhere, with a code that HTTP does not have. */
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
