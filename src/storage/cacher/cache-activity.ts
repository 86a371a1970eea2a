import type { Revision } from '../storage.js';

/** Counts what a cache does. */
export class CacheCounts {
  /** Events received from the store; all of them were passed on to the watchers. */
  events = 0;
  /** How often the cache was filled. */
  fillings = 0;
  /** Lists that it served, the objects that they looked at, and those that they returned. */
  lists = 0;
  fetched = 0;
  returned = 0;
  /** Objects that new watches began with. */
  initialEvents = 0;
  /** Progress notifications of the store. */
  bookmarks = 0;
  /** Reads of the newest state. */
  consistentReads = 0;
}

/** Counters of a cache. */
export interface CacheActivity extends Readonly<CacheCounts> {
  readonly revision: Revision;
  /** The number of recent events that it keeps. */
  readonly capacity: number;
}
