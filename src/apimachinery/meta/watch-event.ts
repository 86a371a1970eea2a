import type { JsonObject } from './json-value.js';

/** What happened to the object of a watch event. */
export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** One event of a watch. The object of an ERROR event is a Status. */
export interface WatchEvent<Object = JsonObject> {
  readonly type: WatchEventType;
  readonly object: Object;
}

/** Set to `"true"` on the bookmark that ends the initial events of a watch with `sendInitialEvents`. */
export const initialEventsEndAnnotation = 'k8s.io/initial-events-end';
