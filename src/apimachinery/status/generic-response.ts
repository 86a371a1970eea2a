// Follows staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go (v1.36)

import { formatGroupResource, type GroupResource, goQuote } from '../meta/index.js';
import type { KnownStatusReason } from './status.js';
import { StatusError } from './status-error.js';

/** An HTTP error response without a Status. */
export interface GenericResponse {
  readonly code: number;
  /** The request's HTTP method. */
  readonly method: string;
  readonly resource?: GroupResource;
  readonly name?: string;
  /** The response body, or a part of it. */
  readonly serverMessage?: string;
  readonly retryAfterSeconds?: number;
  /** Whether the response was not in an API media type; then the server's message becomes a cause. */
  readonly isUnexpectedResponse?: boolean;
}

const meanings: Readonly<Record<number, readonly [reason: KnownStatusReason, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  409: ['Conflict', 'the server reported a conflict'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
};

/** Returns the error that best describes such a response. */
export function genericServerResponse(response: GenericResponse): StatusError {
  const { code, name = '', serverMessage = '', retryAfterSeconds = 0 } = response;
  const { group = '', resource = '' } = response.resource ?? {};
  const [reason, message] = meaningOf(response);
  return StatusError.of({
    code,
    reason,
    message: message + requestText(response),
    details: {
      name,
      group,
      kind: resource,
      causes: response.isUnexpectedResponse ? [{ reason: 'UnexpectedServerResponse', message: serverMessage }] : [],
      retryAfterSeconds,
    },
  });
}

function meaningOf({ code, method, serverMessage = '' }: GenericResponse): readonly [string, string] {
  if (code === 409 && method === 'POST') return ['AlreadyExists', 'the server reported a conflict'];
  if (code === 403) return ['Forbidden', serverMessage];
  if (code === 415) return ['UnsupportedMediaType', serverMessage];
  if (code === 406) return ['NotAcceptable', notAcceptableText(serverMessage)];
  const meaning = meanings[code];
  if (meaning !== undefined) return meaning;
  if (code >= 500) {
    return [
      'InternalError',
      `an error on the server (${goQuote(serverMessage)}) has prevented the request from succeeding`,
    ];
  }
  return ['', `the server responded with the status code ${code} but did not return more information`];
}

function notAcceptableText(serverMessage: string): string {
  const saysNothing = serverMessage === '' || serverMessage === 'unknown';
  return saysNothing ? 'the server was unable to respond with a content type that the client supports' : serverMessage;
}

function requestText({ method, resource, name = '' }: GenericResponse): string {
  if (resource === undefined || (resource.group === '' && resource.resource === '')) return '';
  const words = [method.toLowerCase(), formatGroupResource(resource), ...(name === '' ? [] : [name])];
  return ` (${words.join(' ')})`;
}
