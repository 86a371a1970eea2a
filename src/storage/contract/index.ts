export type { OpenSubject, Subject } from './harness.js';
export { type ContractOptions, storageContract } from './storage-contract.js';
