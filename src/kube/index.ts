export {
  CertificateApproval,
  CertificateSigning,
  CertificateSubjectRestriction,
  DefaultIngressClass,
  DefaultStorageClass,
  type DefaultTolerationOptions,
  DefaultTolerationSeconds,
  type LimitedResource,
  LimitRanger,
  NamespaceLifecycle,
  NodeDeclaredFeatureValidator,
  PersistentVolumeClaimResize,
  PodResizeValidator,
  PodTopologyLabels,
  Priority,
  ResourceQuota,
  type ResourceQuotaOptions,
  RuntimeClass,
  readLimitedResources,
  ServiceAccount,
  type ServiceAccountOptions,
  StorageObjectInUseProtection,
  TaintNodesByCondition,
} from './admission-plugins/index.js';
export type { KubernetesServiceConfig } from './controllers/index.js';
export { builtInCodecs, builtInOpenApi } from './forms.js';
export { KubeServer, type KubeServerOptions } from './kube-server.js';
