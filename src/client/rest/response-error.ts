import { decodeJson } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { genericServerResponse, type StatusError, statusErrorFromObject } from '../../apimachinery/status/index.js';
import type { RestRequest } from './rest-client.js';
import type { TransportResponse } from './transport.js';

const longestServerMessage = 2048;

/** Returns the error of a response: its Status, or one made from the HTTP status code by client-go's rules. */
export function responseError(
  request: Pick<RestRequest, 'method' | 'about'>,
  response: Pick<TransportResponse, 'status' | 'headers'>,
  body: Buffer,
): StatusError {
  const object = decoded(body);
  const reported = isJsonObject(object) ? statusErrorFromObject(object) : undefined;
  if (reported !== undefined && reported.status.status !== 'Success') return reported;
  return genericServerResponse({
    code: response.status,
    method: request.method,
    ...request.about,
    serverMessage: body.toString('utf8', 0, longestServerMessage).trim() || 'unknown',
    retryAfterSeconds: retryDelaySeconds(response) ?? 0,
    isUnexpectedResponse: true,
  });
}

/** How long to wait before the request is retried; undefined: do not retry. */
export function retryDelaySeconds({
  status,
  headers,
}: Pick<TransportResponse, 'status' | 'headers'>): number | undefined {
  if (status !== 429 && status < 500) return undefined;
  const text = String(headers['retry-after'] ?? '');
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function decoded(body: Buffer): JsonValue | undefined {
  try {
    return decodeJson(body, { maxBytes: Number.POSITIVE_INFINITY });
  } catch {
    return undefined;
  }
}
