import { decodeJsonUnlimited } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonValue, type WatchEvent, type WatchEventType } from '../../apimachinery/meta/index.js';
import { internalError, StatusError, statusErrorFromObject } from '../../apimachinery/status/index.js';
import type { RestClient, RestRequest } from './rest-client.js';
import { LineSplitter } from './split-lines.js';

/** Yields the events of a watch response, one per line. Ends without an error when the request's signal is aborted. */
export async function* watchEvents<Item extends object>(
  client: RestClient,
  request: RestRequest,
): AsyncGenerator<WatchEvent<Item>> {
  const lines = new LineSplitter();
  try {
    const response = await client.response(request);
    for await (const chunk of response.chunks()) {
      for (const line of lines.push(chunk)) {
        if (request.signal?.aborted) return;
        const decoded = decodeJsonUnlimited(line);
        yield eventIn(decoded instanceof Promise ? await decoded : decoded) as WatchEvent<Item>;
      }
    }
  } catch (error) {
    if (request.signal?.aborted) return;
    throw error;
  }
}

const types: ReadonlySet<string> = new Set<WatchEventType>(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/** Throws the error of an ERROR event. */
function eventIn(event: JsonValue): WatchEvent {
  if (!isJsonObject(event) || typeof event['type'] !== 'string' || !isJsonObject(event['object'])) {
    throw internalError(new Error('unable to decode an event from the watch stream: it is not a watch event'));
  }
  const { type, object } = event;
  if (types.has(type)) return { type: type as WatchEventType, object };
  if (type !== 'ERROR')
    throw internalError(new Error(`unable to decode an event: unknown type ${JSON.stringify(type)}`));
  throw (
    statusErrorFromObject(object) ?? StatusError.of({ code: 500, reason: 'InternalError', message: 'the watch failed' })
  );
}
