export {
  AdmissionChain,
  type AdmissionHandler,
  type AdmissionPlugin,
  type AdmissionRequest,
  allOperations,
  forbiddenBy,
} from './admission/index.js';
export { ClusterPolicies, type ClusterPoliciesOptions } from './admission/policies/index.js';
export { ClusterWebhooks, type ClusterWebhooksOptions } from './admission/webhooks/index.js';
export { ApiServer } from './api-server.js';
export type { ApiServerOptions, Delegate, KeptCertificate, ListenOptions } from './api-server-options.js';
export {
  type AuditBackend,
  type AuditDecision,
  type AuditEvent,
  type AuditLevel,
  type AuditMode,
  Auditor,
  type AuditorOptions,
  type AuditPolicy,
  type AuditRecord,
  type AuditRule,
  type AuditStage,
  decodeAuditPolicy,
  type LogOptions as AuditLogOptions,
  type OpenAuditorOptions,
  openAuditor,
  type WebhookOptions as AuditWebhookOptions,
} from './audit/index.js';
export { type Authenticator, alwaysUser, staticTokens } from './authentication/index.js';
export { type Authorizer, alwaysAllow, type Decision } from './authorization/index.js';
export { Delegation, type DelegationOptions } from './delegation/index.js';
export { type Dialect, internalType, type KnownKinds, kindsOfGroup } from './dialect/index.js';
export type { ServerVersion, VersionInfo } from './discovery/index.js';
export {
  type FeatureGate,
  FeatureGates,
  type FeatureGatesOptions,
  type FeatureGateTable,
  parseFeatureSettings,
} from './feature-gates/index.js';
export type { Filter, FilterHandler, Next } from './filters/index.js';
export {
  defaultConfiguration,
  FlowControl,
  type FlowControlConfiguration,
  type FlowControlOptions,
  type FlowSchema,
  mandatoryConfiguration,
  type PriorityLevelConfiguration,
} from './flow-control/index.js';
export {
  type Admission,
  type AdmissionAttributes,
  type AdmissionOperation,
  ageColumn,
  nameColumn,
  ResourceRouter,
  serveWebSocket,
  streamResponse,
  type WebSocketOptions,
} from './handlers/index.js';
export {
  ApiRequest,
  type ApiResponse,
  type Limits,
  type ResponseBody,
  type ResponseHeaders,
  type ResponseSink,
  type TlsOptions,
  takenOver,
  type UpgradedConnection,
  type WebSocket,
} from './http/index.js';
export { InstalledResource, type InstallOptions } from './installed-resource.js';
export type { LifecycleOptions, PostStartHook, PreShutdownHook } from './lifecycle/index.js';
export { fileOutput, type LogFields, Logger, type LoggerOptions, type LogOutput, LogWriter } from './logging/index.js';
export type { OpenApiOptions } from './openapi/index.js';
export {
  type Connect,
  type ConnectRequest,
  type ConnectSubresource,
  type CountsGeneration,
  defineGroup,
  defineResource,
  defineSchema,
  defineVersion,
  type FromSchema,
  type GroupDefinition,
  generationOnly,
  type ObjectSource,
  type ResourceDefinition,
  type ResourceVersion,
  type ScaleSubresource,
  type SourceObject,
  type StatusRules,
  type Strategy,
  type StrategyContext,
  type Subresources,
  specAndStatus,
  type TableColumn,
  type UpdateValidationContext,
  type ValidationContext,
  type Verb,
} from './registry/index.js';
export { RequestContext, type UserInfo } from './request-context.js';
export {
  basicLongRunningRules,
  kubeLongRunningRules,
  type LongRunningRules,
  type RequestInfo,
} from './routing/index.js';
export type { IsServed } from './served-versions.js';
export type { ReconcileContext, ServerController } from './server-controller.js';
export { SharedServer, type SharedServerOptions } from './shared-server.js';
