export { type EmbeddedOptions, EmbeddedStorage } from './embedded-storage.js';
export { examineStore, type StoreReport } from './examine-store.js';
export { removeDamaged } from './remove-damaged.js';
export {
  restoreSnapshot,
  type SnapshotOptions,
  type SnapshotReport,
  saveSnapshot,
  verifySnapshot,
} from './snapshot.js';
export { type ImageEntry, StorageImage } from './storage-image.js';
