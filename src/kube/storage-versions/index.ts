export { awaitStorageVersions } from './await-storage-versions.js';
export { StorageVersionUpdates } from './storage-version-updates.js';
