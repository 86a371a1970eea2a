export { describeResource } from './describe-resource.js';
export type { DiscoveryResource, DiscoverySubresource, Priorities } from './discovery-group.js';
export { discoveryHandler } from './discovery-handler.js';
export { DiscoveryRegistry } from './discovery-registry.js';
export type { ServerAddress } from './documents.js';
export { RegisteredGroups } from './registered-groups.js';
export { indexResponse, type ServerVersion, type VersionInfo, versionInfo, versionResponse } from './root-documents.js';
export { storageVersionHash } from './storage-version-hash.js';
