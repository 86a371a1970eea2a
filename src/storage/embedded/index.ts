export { type EmbeddedOptions, EmbeddedStorage } from './embedded-storage.js';
export { restoreSnapshot, type SnapshotOptions, saveSnapshot } from './snapshot.js';
