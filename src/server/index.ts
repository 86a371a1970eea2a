export { AdmissionChain, type AdmissionPlugin, type AdmissionRequest } from './admission/index.js';
export { ClusterPolicies, type ClusterPoliciesOptions } from './admission/policies/index.js';
export { ClusterWebhooks, type ClusterWebhooksOptions } from './admission/webhooks/index.js';
export { ApiServer, type ApiServerOptions, type ListenOptions } from './api-server.js';
export { type Authenticator, alwaysUser } from './authentication/index.js';
export { type Authorizer, alwaysAllow, type Decision } from './authorization/index.js';
export { Delegation, type DelegationOptions } from './delegation/index.js';
export { type Admission, internalType, type KnownKinds, kindsOfGroup, ResourceRouter } from './handlers/index.js';
export type { ApiResponse } from './http/index.js';
export { InstalledResource, type InstallOptions } from './installed-resource.js';
export {
  defineGroup,
  defineResource,
  type GroupDefinition,
  generationOnly,
  type ResourceDefinition,
  type ResourceVersion,
  type Strategy,
  specAndStatus,
  type TableColumn,
  type Verb,
} from './registry/index.js';
export { RequestContext, type UserInfo } from './request-context.js';
export type { IsServed } from './served-versions.js';
export { SharedServer, type SharedServerOptions } from './shared-server.js';
