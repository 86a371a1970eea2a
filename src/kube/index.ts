export {
  CertificateApproval,
  CertificateSigning,
  CertificateSubjectRestriction,
  DefaultIngressClass,
  DefaultStorageClass,
  type DefaultTolerationOptions,
  DefaultTolerationSeconds,
  LimitRanger,
  NamespaceLifecycle,
  NodeDeclaredFeatureValidator,
  PersistentVolumeClaimResize,
  PodResizeValidator,
  PodTopologyLabels,
  Priority,
  RuntimeClass,
  ServiceAccount,
  type ServiceAccountOptions,
  StorageObjectInUseProtection,
  TaintNodesByCondition,
} from './admission-plugins/index.js';
export type { KubernetesServiceConfig } from './controllers/index.js';
export { builtInCodecs, builtInOpenApi } from './forms.js';
export { KubeServer, type KubeServerOptions } from './kube-server.js';
