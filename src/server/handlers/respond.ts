import {
  compressBody,
  type EndpointRestrictions,
  gzipThreshold,
  negotiateOutput,
  type OutputChoice,
  resourceRestrictions,
} from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type Status, statusOf } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../http/index.js';
import { decodeStored, type StoredObject } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { metadataOnly, tableOf, tableOptionsOf } from './transform.js';

const objectRestrictions: EndpointRestrictions = resourceRestrictions({ hasTable: true });

/** The form in which the client wants an object or a list. Decided before anything is done for the request. */
export function negotiate(context: RequestContext, endpoint: Endpoint): OutputChoice {
  const { request } = context;
  return negotiateOutput(
    endpoint.codecs,
    { accept: request.header('accept'), userAgent: request.header('user-agent'), query: request.query },
    objectRestrictions,
  );
}

/** Whether stored bytes are already what the client wants. */
export function wantsStoredBytes(endpoint: Endpoint, { codec, pretty, target }: OutputChoice): boolean {
  return (
    codec.mediaType === 'application/json' &&
    !pretty &&
    target === undefined &&
    endpoint.version === endpoint.resource.storageVersion
  );
}

/** An object as it is stored, in the form that the client wants: its own bytes where these are it. */
export async function respondStored(
  context: RequestContext,
  endpoint: Endpoint,
  answer: { status: number; stored: StoredObject; output: OutputChoice },
): Promise<ApiResponse> {
  const { status, stored, output } = answer;
  if (wantsStoredBytes(endpoint, output)) {
    return respondBytes(context, status, { mediaType: 'application/json', body: stored.value });
  }
  const object = await endpoint.resource.convert(decodeStored(stored.value), endpoint.version);
  return respondValue(context, status, { value: transformed(context, endpoint, { object, output }), output });
}

export function respondValue(
  context: RequestContext,
  status: number,
  { value, output }: { value: JsonObject; output: OutputChoice },
): Promise<ApiResponse> | ApiResponse {
  const { codec, pretty } = output;
  const body = pretty && codec.encodePretty ? codec.encodePretty(value) : codec.encode(value);
  return respondBytes(context, status, { mediaType: codec.mediaType, body });
}

async function respondBytes(
  { request }: RequestContext,
  status: number,
  { mediaType, body }: { mediaType: string; body: Buffer },
): Promise<ApiResponse> {
  const headers = { 'content-type': mediaType };
  if (body.length <= gzipThreshold) return { status, headers, body };
  const compressed = await compressBody(body, request.header('accept-encoding'));
  return { status, headers: { ...headers, ...compressed.headers }, body: compressed.body };
}

function transformed(
  context: RequestContext,
  endpoint: Endpoint,
  { object, output: { target } }: { object: JsonObject; output: OutputChoice },
): JsonObject {
  if (target?.kind === 'Table') {
    return tableOf(endpoint, [object], { options: tableOptionsOf(context.request.query), version: target.version });
  }
  if (target?.kind === 'PartialObjectMetadata') return metadataOnly(object, target.version);
  return object;
}

/** A Status, for failures and for answers that have no object. Clients that accept nothing we have get JSON. */
export function respondStatus(context: RequestContext, endpoint: Endpoint | undefined, status: Status): ApiResponse {
  const code = status.code ?? 200;
  const { request } = context;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const { retryAfterSeconds } = status.details ?? {};
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) headers['retry-after'] = String(retryAfterSeconds);
  const value = status as unknown as JsonObject;
  if (endpoint) {
    try {
      const { codec, pretty } = negotiateOutput(endpoint.codecs, {
        accept: request.header('accept'),
        userAgent: request.header('user-agent'),
        query: request.query,
      });
      headers['content-type'] = codec.mediaType;
      return {
        status: code,
        headers,
        body: pretty && codec.encodePretty ? codec.encodePretty(value) : codec.encode(value),
      };
    } catch {
      // The client cannot be told in a form that it accepts.
    }
  }
  return { status: code, headers, body: Buffer.from(`${JSON.stringify(value)}\n`) };
}

export function respondError(context: RequestContext, endpoint: Endpoint | undefined, error: unknown): ApiResponse {
  return respondStatus(context, endpoint, statusOf(error));
}
