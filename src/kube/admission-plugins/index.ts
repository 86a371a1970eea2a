export { AlwaysDeny } from './always-deny.js';
export { AlwaysPullImages } from './always-pull-images.js';
export { CertificateApproval } from './certificate-approval.js';
export { CertificateSigning } from './certificate-signing.js';
export { CertificateSubjectRestriction } from './certificate-subject-restriction.js';
export { DefaultIngressClass } from './default-ingress-class.js';
export { DefaultStorageClass } from './default-storage-class.js';
export { type DefaultTolerationOptions, DefaultTolerationSeconds } from './default-toleration-seconds.js';
export { DenyServiceExternalIPs } from './deny-service-external-ips.js';
export { EventRateLimit } from './event-rate-limit.js';
export { readEventLimits } from './event-rate-limit-configuration.js';
export { ExtendedResourceToleration } from './extended-resource-toleration.js';
export { readImagePolicyConfiguration } from './image-policy-configuration.js';
export { ImagePolicyWebhook } from './image-policy-webhook.js';
export { LimitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology.js';
export { LimitRanger } from './limit-ranger/limit-ranger.js';
export { NamespaceAutoProvision } from './namespace-auto-provision.js';
export { NamespaceExists } from './namespace-exists.js';
export { NamespaceLifecycle } from './namespace-lifecycle.js';
export { NodeDeclaredFeatureValidator } from './node-declared-feature-validator.js';
export { NodeRestriction } from './node-restriction/index.js';
export { OwnerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.js';
export { PersistentVolumeClaimResize } from './persistent-volume-claim-resize.js';
export { PodNodeSelector, readNodeSelectors } from './pod-node-selector.js';
export { PodResizeValidator } from './pod-resize-validator.js';
export {
  PodSecurity,
  type PodSecurityConfiguration,
  type PodSecurityOptions,
  readPodSecurityConfiguration,
} from './pod-security/index.js';
export { PodTolerationRestriction, readTolerationRules } from './pod-toleration-restriction.js';
export { PodTopologyLabels } from './pod-topology-labels.js';
export { Priority } from './priority.js';
export { type LimitedResource, readLimitedResources } from './resource-quota/limited-resources.js';
export { ResourceQuota, type ResourceQuotaOptions } from './resource-quota/resource-quota.js';
export { RuntimeClass } from './runtime-class.js';
export { ServiceAccount, type ServiceAccountOptions } from './service-account.js';
export { StorageObjectInUseProtection } from './storage-object-in-use-protection.js';
export { TaintNodesByCondition } from './taint-nodes-by-condition.js';
