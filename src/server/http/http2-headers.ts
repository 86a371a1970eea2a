import type { OutgoingHttpHeaders, ServerHttp2Stream, ServerStreamResponseOptions } from 'node:http2';

/**
 * Sends the headers of a response. Omits what node:http2 rejects: hop-by-hop headers of HTTP/1.1, and all but the first
 * value of single-value headers. HTTP/1.1 clients ignore the additional values, although they are sent.
 */
export function respond(
  stream: ServerHttp2Stream,
  headers: OutgoingHttpHeaders,
  options?: ServerStreamResponseOptions,
): void {
  try {
    stream.respond(headers, options);
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code)) throw error;
    stream.respond(acceptable(headers), options);
  }
}

const refusals: ReadonlySet<string | undefined> = new Set([
  'ERR_HTTP2_HEADER_SINGLE_VALUE',
  'ERR_HTTP2_INVALID_CONNECTION_HEADERS',
]);

const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that node:http2 allows only once. */
const singleHeaders: ReadonlySet<string> = new Set([
  'access-control-allow-credentials',
  'access-control-max-age',
  'age',
  'authorization',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-md5',
  'content-range',
  'content-type',
  'date',
  'dnt',
  'etag',
  'expires',
  'from',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'range',
  'referer',
  'retry-after',
  'tk',
  'upgrade-insecure-requests',
  'user-agent',
  'x-content-type-options',
]);

function acceptable(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (connectionHeaders.has(name)) continue;
    kept[name] = Array.isArray(value) && singleHeaders.has(name) ? value[0] : value;
  }
  return kept;
}
