import { acceptsGzip, gzipHeaders, gzipThreshold, type OutputChoice } from '../../../apimachinery/codec/index.js';
import { yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { type EntryRun, forEachYielding } from '../../../storage/cacher/index.js';
import type { ApiResponse } from '../../http/index.js';
import type { RequestContext } from '../../request-context.js';
import type { Endpoint } from '../endpoint.js';
import { traceSerialization } from '../trace-verb.js';
import type { ListPage } from '../verbs/selected-list.js';
import { encodedPieces } from './large-list.js';
import { listBytes, listPieces } from './list-bytes.js';
import { listOf } from './list-form.js';
import { respondValue, wantsStoredBytes } from './respond.js';
import { listFormOf } from './transform.js';
import { zippedList } from './zipped-list.js';

/** Responds with a page of a list in the negotiated form; stored bytes are sent unchanged where they match it. */
export async function respondList(
  endpoint: Endpoint,
  context: RequestContext,
  { page, output }: { page: ListPage; output: OutputChoice },
): Promise<ApiResponse> {
  const { list, metadata } = page;
  traceSerialization(context, endpoint, output);
  const { runs } = list;
  // To collect so many has taken milliseconds.
  if (runs.length > manyRuns) await yieldToEventLoop();
  const inPieces = isLarge(runs);
  const isZipped = inPieces && acceptsGzip(context.request.header('accept-encoding'));
  const items = wantsStoredBytes(endpoint, output) ? endpoint.storedItems : undefined;
  if (items && (await items.canBe(list.runs, endpoint.clock))) {
    const head = headOf(endpoint, metadata);
    const frame = { head, runs, items: items.plain, tail };
    // One write, with the headers.
    if (!inPieces) return respondPieces('application/json', Buffer.concat([...listPieces(frame)]), false);
    const parts = { runs, items: items.plain, isSized: false, head: () => head, tail: () => tail };
    const body = isZipped ? zippedList(parts, items.zipped) : { [Symbol.iterator]: () => listBytes(frame) };
    return respondPieces('application/json', body, isZipped);
  }
  const form = listFormOf(endpoint, context, { metadata, target: output.target });
  // Decode now what other servers stored, or what was stored under an earlier schema.
  await forEachYielding(runs, renewAll, { clock: endpoint.clock, itemsBetweenChecks: 1 });
  if (inPieces) {
    const body = await encodedPieces(endpoint, { list, form, output, isZipped });
    return respondPieces(output.codec.mediaType, body, isZipped);
  }
  const stored = list.entries.map((entry) => entry.value);
  const objects = await endpoint.resource.objectsIn(endpoint.version, stored);
  return respondValue(context, 200, { value: listOf(form, objects), output });
}

const manyRuns = 100;

function renewAll({ values }: EntryRun): void {
  for (const entry of values) if (!entry.isRenewed) entry.renew();
}

function headOf(endpoint: Endpoint, metadata: JsonObject): Buffer {
  const start = `{"kind":"${endpoint.resource.listKind}","apiVersion":"${endpoint.apiVersion}"`;
  return Buffer.from(`${start},"metadata":${JSON.stringify(endpoint.output.listMetadata(metadata))},"items":[`);
}

const tail = Buffer.from(']}\n');

function respondPieces(
  mediaType: string,
  body: Buffer | Iterable<Buffer> | AsyncIterable<Buffer>,
  isZipped: boolean,
): ApiResponse {
  return { status: 200, headers: { 'content-type': mediaType, ...(isZipped && gzipHeaders) }, body };
}

/** Whether the list is worth compressing, and encoding in pieces. Stops counting at the threshold. */
function isLarge(runs: readonly EntryRun[]): boolean {
  let bytes = 0;
  for (const { values } of runs) {
    for (const { value } of values) bytes += value.length;
    if (bytes > gzipThreshold) return true;
  }
  return false;
}
