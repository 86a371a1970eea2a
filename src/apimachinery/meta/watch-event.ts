import type { JsonObject } from './json-value.js';

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** One line of a watch. The object of an ERROR is a Status. */
export interface WatchEvent<Object = JsonObject> {
  readonly type: WatchEventType;
  readonly object: Object;
}

/** On the bookmark that ends the initial events of a watch that asked for them, with the value `"true"`. */
export const initialEventsEndAnnotation = 'k8s.io/initial-events-end';
