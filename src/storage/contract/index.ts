export type { Subject } from './harness.js';
export { storageContract } from './storage-contract.js';
