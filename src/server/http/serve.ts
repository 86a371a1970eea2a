import { ApiRequest, hasWellFormedEscapes, type RequestHeaders, type RequestTransport } from './api-request.js';
import type { ApiResponse, Handler } from './api-response.js';

/** The handler and error callback for all requests of a server. */
export interface Service {
  readonly handler: Handler;
  /** Called with errors that handlers threw, and with errors of producing a body. Must not throw. */
  readonly onError: (error: unknown) => void;
}

/** One request and the means to respond to it. */
export interface Exchange extends RequestTransport {
  send(response: ApiResponse, request: ApiRequest): void;
}

export interface RequestLine {
  readonly method: string;
  /** Undefined if malformed; such a request does not reach the handler. */
  readonly target: string | undefined;
  readonly headers: RequestHeaders;
}

/** Calls the handler and sends its response. Exceptions of the handler never propagate beyond here. */
export function serve(service: Service, line: RequestLine, exchange: Exchange): void {
  const { method, target, headers } = line;
  const request = new ApiRequest({ method, target: target ?? '', headers }, exchange);
  const send = (response: ApiResponse) => {
    try {
      exchange.send(response, request);
    } catch (error) {
      fail(error);
    }
  };
  const fail = (error: unknown) => {
    service.onError(error);
    exchange.send(handlerFailed, request);
  };
  try {
    const response = target === undefined ? malformedTarget : service.handler(request);
    if (response instanceof Promise) response.then(send, fail);
    else send(response);
  } catch (error) {
    fail(error);
  }
}

const handlerFailed = plainText(500, 'Internal Server Error');

const malformedTarget = plainText(400, '400 Bad Request');

function plainText(status: number, text: string): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}

/** Whether a response with this status has a body, possibly of length 0. */
export function mayHaveBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}

/**
 * Returns the path and query of a request target, which may be an absolute URL. Undefined if there is none, or if the
 * path is malformed.
 */
export function pathAndQuery(target: string | undefined): string | undefined {
  const found = withoutOrigin(target);
  if (!found?.includes('%')) return found;
  return hasWellFormedEscapes(found.split('?', 1)[0]!) ? found : undefined;
}

function withoutOrigin(target: string | undefined): string | undefined {
  if (target === undefined || target.startsWith('/') || target === '*') return target;
  const origin = /^https?:\/\/[^/?#]+/i.exec(target)?.[0];
  if (origin === undefined) return undefined;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
