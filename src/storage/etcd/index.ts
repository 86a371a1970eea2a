export { EtcdCompactor, type EtcdCompactorOptions } from './etcd-compactor.js';
export { EtcdStorage } from './etcd-storage.js';
export type { EtcdOptions } from './options.js';
