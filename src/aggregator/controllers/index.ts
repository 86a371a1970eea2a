export { type AuthenticationInfo, AuthenticationInfoPublisher } from './authentication-info.js';
export { AutoRegistration } from './auto-registration.js';
export { ClusterServices } from './cluster-services.js';
export { DiscoveryAggregation } from './discovery-aggregation.js';
export { LocalAvailability } from './local-availability.js';
export { CustomResourceVersions, type DefinitionInformer } from './local-versions.js';
export { OpenApiAggregation } from './openapi-aggregation.js';
export { RemoteAvailability } from './remote-availability.js';
export { StatusWriter } from './status-writer.js';
