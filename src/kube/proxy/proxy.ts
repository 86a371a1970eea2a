// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/transport.go (v1.36)

import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw, createGunzip, createGzip, createInflateRaw } from 'node:zlib';
import { errorWithoutReason, internalError, StatusError, serviceUnavailable } from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse, ResponseSink } from '../../server/http/index.js';
import type { RequestContext } from '../../server/index.js';
import {
  type Backend,
  forwardedHeaders,
  networkErrorText,
  openTunnel,
  relayResponse,
  returnedHeaders,
  TunnelError,
  wantsUpgrade,
} from '../../server/proxy/index.js';
import { escapePath, joinPath } from './go-url.js';
import { HtmlLinks } from './html-links.js';
import { LinkRewriter } from './link-rewriter.js';
import { addressAt, hostText, type ProxyLocation } from './proxy-location.js';

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
    throw errorWithoutReason(message);
  }
}

function targetOf(path: string, { rawQuery }: ApiRequest): string {
  return `${escapePath(path) || '/'}${rawQuery === '' ? '' : `?${rawQuery}`}`;
}

/** Strings are compared and escaped as their UTF-8 bytes. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Returns the response of a backend, with redirects and links rewritten to lead through the proxy. */
async function rewrittenResponse(
  request: ApiRequest,
  response: IncomingMessage,
  links: LinkRewriter,
): Promise<ApiResponse> {
  const { location, 'content-type': type = '' } = response.headers;
  if (!location && type.split(';')[0]!.trim() === 'text/html') {
    const steps = rewritingSteps(response.headers['content-encoding'] ?? '', links);
    if (steps && mayHaveBody(request, response)) return rewrittenPage(response, steps);
  }
  const result = await relayResponse(request, response);
  if (!location) return result;
  const rewritten = links.rewrite(location);
  if (rewritten === undefined) throw internalError('error trying to parse Location header');
  return { ...result, headers: { ...result.headers, location: rewritten } };
}

/** Returns the transform pipeline for a page; undefined if the content encoding is not supported. */
function rewritingSteps(encoding: string, links: LinkRewriter): Transform[] | undefined {
  const rewriting = new HtmlLinks((link) => links.rewrite(link));
  if (encoding === '') return [rewriting];
  if (encoding === 'gzip') return [createGunzip(), rewriting, createGzip()];
  if (encoding === 'deflate') return [createInflateRaw(), rewriting, createDeflateRaw()];
  return undefined;
}

function mayHaveBody({ method }: ApiRequest, { statusCode = 0 }: IncomingMessage): boolean {
  return method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
}

function rewrittenPage(response: IncomingMessage, steps: readonly Transform[]): ApiResponse {
  const { 'content-length': _length, ...headers } = returnedHeaders(response);
  const body = async (sink: ResponseSink): Promise<void> => {
    const rewriting = pipeline([response, ...steps], { signal: sink.closed });
    try {
      await Promise.all([rewriting, writeTo(sink, steps.at(-1)!)]);
    } catch (error) {
      if (!sink.closed.aborted) throw error;
    }
  };
  return { status: response.statusCode ?? 502, headers, body };
}

async function writeTo(sink: ResponseSink, page: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of page) if (!sink.write(chunk)) await sink.drained();
}
