// Follows pkg/kubeapiserver/options/plugins.go (v1.36)

import { alwaysAdmit } from './always-admit.js';
import { alwaysDeny } from './always-deny.js';
import { alwaysPullImages } from './always-pull-images.js';
import { certificateApproval } from './certificate-approval.js';
import { certificateSigning } from './certificate-signing.js';
import { certificateSubjectRestriction } from './certificate-subject-restriction.js';
import { clusterTrustBundleAttest } from './cluster-trust-bundle-attest.js';
import { defaultIngressClass } from './default-ingress-class.js';
import { defaultStorageClass } from './default-storage-class.js';
import { defaultTolerationSeconds } from './default-toleration-seconds.js';
import { denyServiceExternalIPs } from './deny-service-external-ips.js';
import { eventRateLimit } from './event-rate-limit/event-rate-limit.js';
import { extendedResourceToleration } from './extended-resource-toleration.js';
import { imagePolicyWebhook } from './image-policy-webhook/image-policy-webhook.js';
import { jobValidation } from './job-validation.js';
import { limitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology.js';
import { limitRanger } from './limit-ranger/limit-ranger.js';
import { mutatingPolicies } from './mutating-policies.js';
import { mutatingWebhooks } from './mutating-webhooks.js';
import { namespaceAutoProvision } from './namespace-auto-provision.js';
import { namespaceExists } from './namespace-exists.js';
import { namespaceLifecycle } from './namespace-lifecycle.js';
import { nodeDeclaredFeatureValidator } from './node-declared-feature-validator.js';
import { nodeRestriction } from './node-restriction/node-restriction.js';
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.js';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.js';
import type { PluginDefinition } from './plugin-definition.js';
import { podGroupProtection } from './pod-group-protection.js';
import { podGroupWorkloadExists } from './pod-group-workload-exists.js';
import { podNodeSelector } from './pod-node-selector.js';
import { podResizeValidator } from './pod-resize-validator.js';
import { podSecurity } from './pod-security/pod-security.js';
import { podTolerationRestriction } from './pod-toleration-restriction.js';
import { podTopologyLabels } from './pod-topology-labels.js';
import { priority } from './priority.js';
import { resourceQuota } from './resource-quota/resource-quota.js';
import { runtimeClass } from './runtime-class.js';
import { serviceAccount } from './service-account/service-account.js';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.js';
import { taintNodesByCondition } from './taint-nodes-by-condition.js';
import { validatingPolicies } from './validating-policies.js';
import { validatingWebhooks } from './validating-webhooks.js';

/** All plug-ins in upstream's order, which is the order of their calls. */
export const admissionPlugins: readonly PluginDefinition[] = [
  alwaysAdmit,
  namespaceAutoProvision,
  namespaceLifecycle,
  namespaceExists,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  serviceAccount,
  nodeRestriction,
  taintNodesByCondition,
  alwaysPullImages,
  imagePolicyWebhook,
  podSecurity,
  podNodeSelector,
  priority,
  defaultTolerationSeconds,
  podTolerationRestriction,
  eventRateLimit,
  extendedResourceToleration,
  defaultStorageClass,
  storageObjectInUseProtection,
  podGroupProtection,
  ownerReferencesPermissionEnforcement,
  persistentVolumeClaimResize,
  runtimeClass,
  certificateApproval,
  certificateSigning,
  clusterTrustBundleAttest,
  certificateSubjectRestriction,
  defaultIngressClass,
  denyServiceExternalIPs,
  podTopologyLabels,
  podGroupWorkloadExists,
  nodeDeclaredFeatureValidator,
  jobValidation,
  podResizeValidator,
  mutatingPolicies,
  mutatingWebhooks,
  validatingPolicies,
  validatingWebhooks,
  resourceQuota,
  alwaysDeny,
];
