import {
  acceptsGzip,
  compressChunks,
  gzipHeaders,
  gzipThreshold,
  type OutputChoice,
} from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type CacheEntry, listBytes } from '../../storage/cacher/index.js';
import type { ApiResponse, ResponseBody, ResponseSink } from '../http/index.js';
import { decodeStored } from '../registry/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { respondValue, wantsStoredBytes } from './respond.js';
import type { ListPage } from './selected-list.js';
import { transformedList } from './transform.js';

/** A page of a list in the form that the client wants: the items' own bytes where these are it. */
export async function respondList(
  endpoint: Endpoint,
  context: RequestContext,
  { page, output }: { page: ListPage; output: OutputChoice },
): Promise<ApiResponse> {
  const { resource } = endpoint;
  const isStoredForm =
    wantsStoredBytes(endpoint, output) && page.entries.every(({ value }) => resource.isInStorageVersion(value));
  if (isStoredForm) return respondBytes(endpoint, context, page);
  const stored = page.entries.map((entry) => decodeStored(entry.value));
  const items = await resource.kind.convertAll(stored, endpoint.version);
  const value = transformedList(endpoint, context, { items, metadata: page.metadata, target: output.target });
  return respondValue(context, 200, { value, output });
}

const listTail = Buffer.from(']}\n');

/** Head, the items' own bytes, tail: nothing is parsed or encoded. */
function respondBytes(endpoint: Endpoint, { request }: RequestContext, { entries, metadata }: ListPage): ApiResponse {
  const head = headOf(endpoint, metadata);
  const body: ResponseBody = { [Symbol.iterator]: () => listBytes({ head, entries, tail: listTail }) };
  const headers = { 'content-type': 'application/json' };
  const acceptEncoding = request.header('accept-encoding');
  if (!acceptsGzip(acceptEncoding) || sizeOf(entries) <= gzipThreshold) return { status: 200, headers, body };
  return {
    status: 200,
    headers: { ...headers, ...gzipHeaders },
    body: (sink) => writeCompressed(body, acceptEncoding, sink),
  };
}

function headOf({ resource, apiVersion }: Endpoint, metadata: JsonObject): Buffer {
  const start = `{"kind":"${resource.listKind}","apiVersion":"${apiVersion}"`;
  return Buffer.from(`${start},"metadata":${JSON.stringify(metadata)},"items":[`);
}

function sizeOf(entries: readonly CacheEntry[]): number {
  let bytes = 0;
  for (const { value } of entries) bytes += value.length;
  return bytes;
}

async function writeCompressed(
  chunks: Iterable<Buffer>,
  acceptEncoding: string | undefined,
  sink: ResponseSink,
): Promise<void> {
  const { body } = await compressChunks(asynchronous(chunks), acceptEncoding);
  for await (const chunk of body) {
    if (sink.closed.aborted) return;
    if (!sink.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) await sink.drained();
  }
}

async function* asynchronous(chunks: Iterable<Buffer>): AsyncIterable<Buffer> {
  yield* chunks;
}
