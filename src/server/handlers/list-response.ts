import { acceptsGzip, gzipHeaders, gzipThreshold, type OutputChoice } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type EntryRun, listBytes, takingTurns } from '../../storage/cacher/index.js';
import type { ApiResponse, ResponseBody } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import { respondValue, wantsStoredBytes } from './respond.js';
import type { ListPage } from './selected-list.js';
import { isForeign, type StoredItems } from './stored-items.js';
import { plainListMetadata, transformedList } from './transform.js';
import { writeZipped } from './zipped-list.js';

/** Responds with a page of a list in the negotiated form; stored bytes are sent unchanged where they match it. */
export async function respondList(
  endpoint: Endpoint,
  context: RequestContext,
  { page, output }: { page: ListPage; output: OutputChoice },
): Promise<ApiResponse> {
  const { list, metadata } = page;
  const items = wantsStoredBytes(endpoint, output) ? endpoint.storedItems : undefined;
  if (items && (await items.canBe(list.runs, endpoint.clock))) {
    return respondBytes(context, { runs: list.runs, items, head: headOf(endpoint, metadata) });
  }
  // Decode now what other servers stored, or what was stored under an earlier schema.
  await takingTurns(list.entries.filter(isForeign), (entry) => void entry.value, endpoint);
  const stored = list.entries.map((entry) => entry.value);
  const objects = await endpoint.resource.objectsIn(endpoint.version, stored);
  const value = transformedList(endpoint, context, { items: objects, metadata, target: output.target });
  return respondValue(context, 200, { value, output });
}

function headOf(endpoint: Endpoint, metadata: JsonObject): Buffer {
  const start = `{"kind":"${endpoint.resource.listKind}","apiVersion":"${endpoint.apiVersion}"`;
  return Buffer.from(`${start},"metadata":${JSON.stringify(plainListMetadata(endpoint, metadata))},"items":[`);
}

const tail = Buffer.from(']}\n');

interface StoredList {
  readonly head: Buffer;
  readonly runs: readonly EntryRun[];
  readonly items: StoredItems;
}

/** Sends head, stored bytes of the items without their type, and tail: nothing is parsed or encoded. */
function respondBytes({ request }: RequestContext, { head, runs, items }: StoredList): ApiResponse {
  const headers = { 'content-type': 'application/json' };
  if (acceptsGzip(request.header('accept-encoding')) && isLarge(runs)) {
    const body: ResponseBody = (sink) => writeZipped({ head, runs, items: items.zipped, tail }, sink);
    return { status: 200, headers: { ...headers, ...gzipHeaders }, body };
  }
  const body: ResponseBody = { [Symbol.iterator]: () => listBytes({ head, runs, items: items.plain, tail }) };
  return { status: 200, headers, body };
}

/** Whether the list is worth compressing. Stops counting at the threshold. */
function isLarge(runs: readonly EntryRun[]): boolean {
  let bytes = 0;
  for (const { values } of runs) {
    for (const { value } of values) bytes += value.length;
    if (bytes > gzipThreshold) return true;
  }
  return false;
}
