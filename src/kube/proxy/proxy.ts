// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go (v1.36)

import { StatusError, serviceUnavailable } from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse } from '../../server/http/index.js';
import type { RequestContext } from '../../server/index.js';
import {
  type Backend,
  forwardedHeaders,
  networkErrorText,
  openTunnel,
  TunnelError,
  wantsUpgrade,
} from '../../server/proxy/index.js';
import { escapePath, joinPath } from './go-url.js';
import { LinkRewriter } from './link-rewriter.js';
import { addressAt, hostText, type ProxyLocation } from './proxy-location.js';
import { rewrittenResponse } from './rewritten-response.js';
import { unexpected } from './unexpected.js';

export interface ProxyDestination {
  readonly backend: Backend;
  readonly location: ProxyLocation;
}

/** Forwards a `…/proxy` request and its response, with rewritten links. */
export async function proxy(context: RequestContext, destination: ProxyDestination): Promise<ApiResponse> {
  const { request } = context;
  const path = pathBehind(context);
  if (wantsUpgrade(request)) return tunnel(request, path, destination);
  if (path === '' && (request.method === 'GET' || request.method === 'HEAD')) return addSlash(request);
  return forward(request, path, destination);
}

/** Returns the path on the backend, as bytes; empty if nothing follows `proxy`. */
function pathBehind({ info }: RequestContext): string {
  const path = joinPath('/', ...info.parts.slice(3));
  if (path === '/') return info.path.endsWith('/') ? '/' : '';
  return asBytes(info.path.endsWith('/') ? `${path}/` : path);
}

async function forward(request: ApiRequest, path: string, { backend, location }: ProxyDestination) {
  const requested = asBytes(request.decodedPath);
  const pathPrefix = requested.endsWith(path) ? requested.slice(0, requested.length - path.length) : requested;
  const uri = joinPath(pathPrefix, escapePath(path)) + (path.endsWith('/') ? '/' : '');
  const links = new LinkRewriter({ pathPrefix, serverHost: hostText(location), requestHost: request.host });
  try {
    const address = addressAt(location);
    const response = await backend.send(address, {
      method: request.method,
      target: targetOf(path, request),
      headers: forwardedHeaders(request, { address, added: ['x-forwarded-uri', uri] }),
      ...(request.hasBody && { body: request.bodyStream() }),
      signal: request.signal,
    });
    return await rewrittenResponse(request, response, links);
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof StatusError) throw error;
    throw serviceUnavailable(`error trying to reach service: ${networkErrorText(error)}`);
  }
}

/** Redirects to `proxy/`, so that relative links of pages resolve below it. */
function addSlash({ rawQuery, decodedPath }: ApiRequest): ApiResponse {
  const location = `${asBytes(decodedPath)}/${rawQuery === '' ? '' : `?${rawQuery}`}`;
  return { status: 301, headers: { location } };
}

async function tunnel(request: ApiRequest, path: string, { backend, location }: ProxyDestination) {
  try {
    const address = addressAt(location);
    const headers = forwardedHeaders(request, { address, isUpgrade: true });
    return await openTunnel(request, { backend, address, target: targetOf(path, request), headers });
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof StatusError) throw error;
    const message = error instanceof TunnelError ? error.message : `error dialing backend: ${(error as Error).message}`;
    throw unexpected(message);
  }
}

function targetOf(path: string, { rawQuery }: ApiRequest): string {
  return `${escapePath(path) || '/'}${rawQuery === '' ? '' : `?${rawQuery}`}`;
}

/** Strings are compared and escaped as their UTF-8 bytes. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
