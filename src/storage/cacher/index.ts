export type { CacheEntry, Presentation } from './cache-entry.js';
export { type CacheEvent, type ChangeType, Delivery, type Selection } from './cache-event.js';
export type { BatchTaker, CacheBatch, CacheWatch, CacheWatchOptions } from './cache-watch.js';
export { Cacher, type CacherOptions, type ListOptions } from './cacher.js';
export { JoinedItems, listBytes, type Renaming, withoutLastComma } from './list-bytes.js';
export { type EntryRun, ListResult } from './list-result.js';
export { asLine, objectPresentation, setResourceVersion } from './object-presentation.js';
export { Turns } from './turns.js';
export type { Scope } from './watch-groups.js';
