import { type OutputChoice, yamlCodec } from '../../../apimachinery/codec/index.js';
import { runYielding, shouldYield, sorting, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import { compositeKey, type JsonObject } from '../../../apimachinery/meta/index.js';
import { type CacheEntry, countOf, type EntryRun, type ListResult, runsOf } from '../../../storage/cacher/index.js';
import type { Endpoint } from '../endpoint.js';
import { type EncodedForm, EncodedItems } from './encoded-items.js';
import { encodedList, type ListContent } from './list-content.js';
import type { ListForm } from './list-form.js';
import { ZippedItems, zippedList } from './zipped-list.js';

interface LargeList {
  readonly list: ListResult;
  readonly form: ListForm;
  readonly output: OutputChoice;
  readonly isZipped: boolean;
}

/** Encodes a list that is not empty while it is sent, as fast as the client reads. */
export async function encodedPieces(
  endpoint: Endpoint,
  { list, form, output, isZipped }: LargeList,
): Promise<AsyncIterable<Buffer>> {
  // Errors of a conversion webhook can only be reported before the response has begun.
  const { resource, version } = endpoint;
  if (resource.definition.convertAll) await resource.convertedAhead(version, list.entries.map(bytesOf));
  const runs = form.order ? await orderedRuns(endpoint, list.entries, form.order) : list.runs;
  const { plain, zipped } = itemsOf(endpoint, form, output);
  const { encoder } = plain;
  const count = countOf(runs);
  const parts: ListContent = {
    runs,
    items: plain,
    isSized: encoder.isSized,
    head: (bytes) => encoder.head(form.list, { count, bytes }),
    tail: async () => encoder.tail(form.list, (await plain.of(runs.at(-1)!)).at(-1)!),
  };
  return isZipped ? zippedList(parts, zipped) : encodedList(parts);
}

function bytesOf({ value }: CacheEntry): Buffer {
  return value;
}

async function orderedRuns(
  { resource, version }: Endpoint,
  entries: readonly CacheEntry[],
  order: NonNullable<ListForm['order']>,
): Promise<readonly EntryRun[]> {
  const shown: { entry: CacheEntry; object: JsonObject }[] = [];
  for (const entry of entries) {
    if (shouldYield()) await yieldToEventLoop();
    const [object] = await resource.objectsIn(version, [entry.value]);
    shown.push({ entry, object: object! });
  }
  const ordered = await runYielding(sorting(shown, (one, other) => order(one.object, other.object)));
  return runsOf(ordered.map(({ entry }) => entry));
}

/** Items that may be reused by later lists are shared by all lists in the same form. */
function itemsOf(endpoint: Endpoint, form: ListForm, { codec, pretty }: OutputChoice): EncodedForm {
  const { apiVersion, kind } = form.list;
  const make = (isKept: boolean): EncodedForm => {
    const encoder = codec.lists({ apiVersion, kind, field: form.field, pretty });
    const { resource, version } = endpoint;
    const decode = (values: readonly Buffer[]) => resource.objectsIn(version, values);
    const plain = new EncodedItems({ encoder, decode, show: form.show, isKept });
    return { plain, zipped: new ZippedItems(plain, { isKept }) };
  };
  const isKept = !form.dependsOnTime && !pretty && codec.mediaType !== yamlCodec.mediaType;
  return isKept ? endpoint.encodedForm(compositeKey(codec.mediaType, apiVersion, kind), () => make(true)) : make(false);
}
