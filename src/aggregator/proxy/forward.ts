// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_proxy.go (v1.36)

import type { IncomingMessage } from 'node:http';
import { type ClientSpan, startClientSpan } from '../../client/http/index.js';
import type { ApiRequest, ApiResponse } from '../../server/http/index.js';
import type { RequestContext, UserInfo } from '../../server/index.js';
import {
  type Backend,
  type BackendAddress,
  networkErrorText,
  openTunnel,
  plainError,
  relayResponse,
  TunnelError,
  UnusableAuthoritiesError,
  UnwantedProtocolError,
  wantsUpgrade,
} from '../../server/proxy/index.js';
import { plainPath } from './plain-path.js';
import { proxiedHeaders } from './request-headers.js';

interface Destination {
  readonly backend: Backend;
  readonly address: BackendAddress;
  /** See `ProxiedHeaderOptions`. */
  readonly isIdentity?: ((name: string) => boolean) | undefined;
  /** Whether the server learns the uid of the user. */
  readonly passesUid: boolean;
  /** Rejects redirects instead of returning them to the client. */
  readonly rejectRedirects: boolean;
}

/** All clients request discovery at startup, so a slow server is skipped. */
const discoveryTimeoutMilliseconds = 5000;

/** Proxies a request with the identity of its authenticated user, and returns the server's response. */
export async function forward(context: RequestContext, destination: Destination): Promise<ApiResponse> {
  const { request, auditId } = context;
  const { backend, address, isIdentity } = destination;
  const user = passedUser(context, destination);
  if (wantsUpgrade(request)) return upgrade(context, destination);
  const { method } = request;
  const target = targetOf(request);
  const span = startClientSpan({ method, url: `https://${request.host}${target}`, ...address });
  try {
    const response = await backend.send(address, {
      method,
      target,
      headers: tracedHeaders(proxiedHeaders(request, { user, auditId, address, isIdentity }), span),
      ...(request.hasBody && { body: request.bodyStream() }),
      signal: request.signal,
      timeoutMilliseconds: isDiscovery(context) ? discoveryTimeoutMilliseconds : undefined,
    });
    span?.responded(response.statusCode ?? 0);
    return isRefusedRedirect(response, destination) ? refuseRedirect(response) : await relayResponse(request, response);
  } catch (error) {
    span?.failed(error);
    request.signal.throwIfAborted();
    if (error instanceof UnwantedProtocolError) return plainError(503, error.message);
    if (error instanceof UnusableAuthoritiesError) return plainError(500, error.message);
    return plainError(503, `error trying to reach service: ${reasonOf(error)}`);
  }
}

/** The server continues the trace of this one, not that of the client. */
function tracedHeaders(headers: readonly string[], span: ClientSpan | undefined): readonly string[] {
  if (!span) return headers;
  const own = Object.entries(span.headers);
  const kept: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index]!;
    if (!own.some(([replaced]) => replaced === name.toLowerCase())) kept.push(name, headers[index + 1]!);
  }
  return [...kept, ...own.flat()];
}

function passedUser({ user }: RequestContext, { passesUid }: Destination): UserInfo {
  if (passesUid) return user;
  const { uid: _, ...rest } = user;
  return rest;
}

async function upgrade(context: RequestContext, destination: Destination): Promise<ApiResponse> {
  const { request, auditId } = context;
  const { backend, address, isIdentity } = destination;
  const user = passedUser(context, destination);
  const headers = proxiedHeaders(request, { user, auditId, address, isIdentity, isUpgrade: true });
  try {
    return await openTunnel(request, { backend, address, target: request.target, headers });
  } catch (error) {
    if (error instanceof TunnelError) return plainError(503, error.message);
    throw error;
  }
}

/** Sorts query parameters by name, and drops those that semicolons make ambiguous. */
function targetOf({ path, rawQuery }: ApiRequest): string {
  if (rawQuery === '') return plainPath(path);
  const kept = rawQuery.includes(';') ? rawQuery.split('&').filter((one) => !one.includes(';')) : [rawQuery];
  const sorted = new URLSearchParams(kept.join('&'));
  sorted.sort();
  return sorted.size > 0 ? `${plainPath(path)}?${sorted}` : plainPath(path);
}

function isDiscovery({ info }: RequestContext): boolean {
  return !info.isResourceRequest && info.path.split('/').filter(Boolean).length === 3;
}

function reasonOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'context deadline exceeded'
    : networkErrorText(error);
}

function isRefusedRedirect({ statusCode = 0, headers }: IncomingMessage, { rejectRedirects }: Destination): boolean {
  return rejectRedirects && statusCode >= 300 && statusCode <= 399 && Boolean(headers.location);
}

/** A followed redirect could send the client, or our credentials, to any server. */
function refuseRedirect(response: IncomingMessage): ApiResponse {
  response.destroy();
  const text = 'the backend attempted to redirect this request, which is not permitted';
  return { status: 502, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}
