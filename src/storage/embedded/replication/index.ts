export { ReplicaStorage } from './replica-storage.js';
export { ReplicationSource } from './replication-source.js';
export { RevisionFile } from './revision-file.js';
