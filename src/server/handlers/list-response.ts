import {
  acceptsGzip,
  compressChunks,
  gzipHeaders,
  gzipThreshold,
  type OutputChoice,
} from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { listBytes } from '../../storage/cacher/index.js';
import type { ApiResponse, ResponseBody, ResponseSink } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import { takingTurns } from '../taking-turns.js';
import type { Endpoint } from './endpoint.js';
import { respondValue, wantsStoredBytes } from './respond.js';
import type { ListPage } from './selected-list.js';
import { plainListMetadata, transformedList, untypedItems } from './transform.js';

/** A page of a list in the form that the client wants: the items' own bytes where these are it. */
export async function respondList(
  endpoint: Endpoint,
  context: RequestContext,
  { page, output }: { page: ListPage; output: OutputChoice },
): Promise<ApiResponse> {
  // What was stored before the schema changed is brought up to date now.
  if (endpoint.resource.isCustom) await takingTurns(page.entries, (entry) => void entry.value);
  const metadata = metadataOf(endpoint, { page, output });
  const values = wantsStoredBytes(endpoint, output) ? bytesOf(endpoint, page) : undefined;
  if (values) return respondBytes(endpoint, context, { values, metadata });
  const stored = page.entries.map((entry) => entry.value);
  const items = await endpoint.resource.objectsIn(endpoint.version, stored);
  const value = transformedList(endpoint, context, { items, metadata, target: output.target });
  return respondValue(context, 200, { value, output });
}

/** As upstream, plain lists of custom resources always have a continue token, which is empty at the end. */
function metadataOf(
  { resource }: Endpoint,
  { page, output }: { readonly page: ListPage; readonly output: OutputChoice },
): JsonObject {
  return resource.isCustom && !output.target ? { continue: '', ...page.metadata } : page.metadata;
}

/** Undefined: there are objects that must be converted. */
function bytesOf({ resource, version }: Endpoint, { entries }: ListPage): Buffer[] | undefined {
  const values: Buffer[] = [];
  for (const { value } of entries) {
    const bytes = resource.bytesIn(version, value);
    if (!bytes) return undefined;
    values.push(bytes);
  }
  return values;
}

interface BytesPage {
  readonly values: readonly Buffer[];
  readonly metadata: JsonObject;
}

const listTail = Buffer.from(']}\n');

/** Head, the items' own bytes but for their type, tail: nothing is parsed or encoded. */
function respondBytes(endpoint: Endpoint, { request }: RequestContext, { values, metadata }: BytesPage): ApiResponse {
  const head = headOf(endpoint, metadata);
  const without = untypedItems(endpoint) ? typeOf(endpoint) : undefined;
  const body: ResponseBody = { [Symbol.iterator]: () => listBytes({ head, values, without, tail: listTail }) };
  const headers = { 'content-type': 'application/json' };
  const acceptEncoding = request.header('accept-encoding');
  if (!acceptsGzip(acceptEncoding) || sizeOf(values) <= gzipThreshold) return { status: 200, headers, body };
  return {
    status: 200,
    headers: { ...headers, ...gzipHeaders },
    body: (sink) => writeCompressed(body, acceptEncoding, sink),
  };
}

function headOf(endpoint: Endpoint, metadata: JsonObject): Buffer {
  const start = `{"kind":"${endpoint.resource.listKind}","apiVersion":"${endpoint.apiVersion}"`;
  return Buffer.from(`${start},"metadata":${JSON.stringify(plainListMetadata(endpoint, metadata))},"items":[`);
}

/** What stored objects begin with: see `encodeStored`. */
function typeOf({ apiVersion, kind }: Endpoint): Buffer {
  return Buffer.from(`{"apiVersion":"${apiVersion}","kind":"${kind}",`);
}

function sizeOf(values: readonly Buffer[]): number {
  let bytes = 0;
  for (const value of values) bytes += value.length;
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
