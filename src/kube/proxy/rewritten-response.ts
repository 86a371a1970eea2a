// Follows staging/src/k8s.io/apimachinery/pkg/util/proxy/transport.go (v1.36)

import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw, createGunzip, createGzip, createInflateRaw } from 'node:zlib';
import { internalError } from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse, ResponseSink } from '../../server/http/index.js';
import { relayResponse, returnedHeaders } from '../../server/proxy/index.js';
import { HtmlLinks } from './html-links.js';
import type { LinkRewriter } from './link-rewriter.js';

/** Returns the response of a backend, with redirects and links rewritten to lead through the proxy. */
export async function rewrittenResponse(
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
