export { describeResource } from './describe-resource.js';
export type {
  DiscoveryGroup,
  DiscoveryResource,
  DiscoverySubresource,
  DiscoveryVersion,
  Priorities,
} from './discovery-group.js';
export { type DiscoveryHandler, type DiscoveryHandlerOptions, discoveryHandler } from './discovery-handler.js';
export { DiscoveryRegistry } from './discovery-registry.js';
export type { ServerAddress } from './documents.js';
export type { EncodedDocument } from './encoded-document.js';
export { RegisteredGroups } from './registered-groups.js';
export { indexResponse, type VersionInfo, versionResponse } from './root-documents.js';
export { storageVersionHash } from './storage-version-hash.js';
