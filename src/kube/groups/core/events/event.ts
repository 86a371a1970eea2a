import type { JsonObject } from '../../../../apimachinery/meta/index.js';

export interface ObjectReference {
  kind?: string;
  namespace?: string;
  name?: string;
  fieldPath?: string;
}

/** An event of the core group, which is also the stored form. Unset times are null. */
export interface Event {
  metadata?: { namespace?: string };
  involvedObject?: ObjectReference;
  reason?: string;
  message?: string;
  source?: { component?: string; host?: string };
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  count?: number;
  type?: string;
  eventTime?: string | null;
  series?: { count?: number; lastObservedTime?: string | null };
  action?: string;
  reportingComponent?: string;
  reportingInstance?: string;
}

export function eventOf(object: JsonObject): Event {
  return object as unknown as Event;
}
