// Follows cmd/kube-controller-manager/app/controllermanager.go (v1.36)

import type { JsonObject } from '../apimachinery/meta/index.js';
import { bootstrapSignerController } from './bootstrap-tokens/bootstrap-signer-controller.js';
import { tokenCleanerController } from './bootstrap-tokens/token-cleaner-controller.js';
import { certificateApprovingController } from './certificate-signing/approving-controller.js';
import { certificateCleanerController } from './certificate-signing/cleaner-controller.js';
import {
  certificateSigningController,
  certificateSigningControllerName,
  type SigningOptions,
} from './certificate-signing/signing-controller.js';
import { clusterRoleAggregationController } from './cluster-role-aggregation/cluster-role-aggregation-controller.js';
import type { Controller } from './controller.js';
import { cronJobController } from './cron-job/cron-job-controller.js';
import { daemonSetController } from './daemon-set/daemon-set-controller.js';
import { deploymentController } from './deployment/deployment-controller.js';
import { disruptionController } from './disruption/disruption-controller.js';
import { endpointSliceMirroringController } from './endpoint-slice-mirroring/endpoint-slice-mirroring-controller.js';
import { endpointSliceController } from './endpoints/endpoint-slice-controller.js';
import { endpointsController } from './endpoints/endpoints-controller.js';
import { ephemeralVolumeController } from './ephemeral-volume/ephemeral-volume-controller.js';
import { garbageCollectorController } from './garbage-collector/garbage-collector.js';
import { horizontalPodAutoscalerController } from './horizontal-pod-autoscaler/horizontal-pod-autoscaler-controller.js';
import { jobController } from './job/job-controller.js';
import { legacyTokenCleanerController } from './legacy-token-cleaner/legacy-token-cleaner-controller.js';
import { namespaceController } from './namespace/namespace-controller.js';
import { nodeLifecycleController } from './node-lifecycle/node-lifecycle-controller.js';
import { persistentVolumeBinder } from './persistent-volume-binder/persistent-volume-binder.js';
import { podGarbageCollectorController } from './pod-garbage-collector/pod-garbage-collector-controller.js';
import { replicaSetController, replicationControllerController } from './replica-set/replica-set-controller.js';
import { resourceClaimController } from './resource-claim/resource-claim-controller.js';
import type { CreateQuotaEvaluators } from './resource-quota/quota-evaluator.js';
import { resourceQuotaController, resourceQuotaControllerName } from './resource-quota/resource-quota-controller.js';
import {
  rootCaCertificatePublisher,
  rootCaCertificatePublisherName,
} from './root-ca-certificate/root-ca-certificate-publisher.js';
import { isSelected } from './select-controllers.js';
import { serviceAccountController } from './service-account/service-account-controller.js';
import {
  serviceAccountTokenController,
  serviceAccountTokenControllerName,
} from './service-account-token/service-account-token-controller.js';
import { serviceCidrController } from './service-cidr/service-cidr-controller.js';
import { statefulSetController } from './stateful-set/stateful-set-controller.js';
import { storageVersionGarbageCollector } from './storage-version/storage-version-garbage-collector.js';
import { storageVersionMigratorController } from './storage-version-migrator/storage-version-migrator-controller.js';
import { taintEvictionController } from './taint-eviction/taint-eviction-controller.js';
import { ttlAfterFinishedController } from './ttl-after-finished/ttl-after-finished-controller.js';
import {
  type CheckPolicyTypes,
  validatingAdmissionPolicyStatusController,
  validatingAdmissionPolicyStatusName,
} from './validating-admission-policy-status/validating-admission-policy-status-controller.js';
import {
  persistentVolumeClaimProtectionController,
  persistentVolumeProtectionController,
  podGroupProtectionController,
  volumeAttributesClassProtectionController,
} from './volume-protection/protection-controller.js';

export interface ControllersOptions {
  /** `--controllers`: see `isSelected`. */
  readonly selection: readonly string[];
  /** Certificates, in PEM, by which pods verify the API server. Unset: they are not published. */
  readonly rootCertificates?: string | undefined;
  /** Signs service account tokens. Unset: secrets are not filled with them. */
  readonly signToken?: ((claims: JsonObject) => string) | undefined;
  /** The authority that signs certificates. Unset: none are signed. */
  readonly signing?: SigningOptions | undefined;
  /** The rules by which the API server charges quotas. */
  readonly quotaEvaluators: CreateQuotaEvaluators;
  /** The rules by which the API server checks expressions of policies. */
  readonly checkPolicyTypes: CheckPolicyTypes;
}

/** They keep a cluster tidy, and need neither nodes nor pods. None of them needs configuration. */
const housekeeping: readonly Controller[] = [
  bootstrapSignerController,
  certificateApprovingController,
  certificateCleanerController,
  clusterRoleAggregationController,
  garbageCollectorController,
  legacyTokenCleanerController,
  namespaceController,
  persistentVolumeClaimProtectionController,
  persistentVolumeProtectionController,
  podGarbageCollectorController,
  podGroupProtectionController,
  serviceAccountController,
  storageVersionGarbageCollector,
  storageVersionMigratorController,
  tokenCleanerController,
  ttlAfterFinishedController,
  volumeAttributesClassProtectionController,
];

/** Controllers for housekeeping that need configuration. */
const configuredNames = [
  certificateSigningControllerName,
  resourceQuotaControllerName,
  rootCaCertificatePublisherName,
  serviceAccountTokenControllerName,
  validatingAdmissionPolicyStatusName,
];

const workloads: readonly Controller[] = [
  cronJobController,
  daemonSetController,
  deploymentController,
  disruptionController,
  endpointSliceController,
  endpointSliceMirroringController,
  endpointsController,
  ephemeralVolumeController,
  horizontalPodAutoscalerController,
  jobController,
  nodeLifecycleController,
  persistentVolumeBinder,
  replicaSetController,
  replicationControllerController,
  resourceClaimController,
  serviceCidrController,
  statefulSetController,
  taintEvictionController,
];

/** Those that keep a cluster tidy: what a server runs that is meant to be used alone. */
export const housekeepingNames: readonly string[] = [
  ...housekeeping.map(({ name }) => name),
  ...configuredNames,
].sort();

export const controllerNames: readonly string[] = [...housekeepingNames, ...workloads.map(({ name }) => name)].sort();

/** Returns the controllers that are selected. */
export function selectControllers(options: ControllersOptions): readonly Controller[] {
  const all = [...housekeeping, ...configured(options), ...workloads];
  return all.filter(({ name }) => isSelected(name, options.selection));
}

function configured({
  rootCertificates,
  signToken,
  signing,
  quotaEvaluators,
  checkPolicyTypes,
}: ControllersOptions): Controller[] {
  return [
    resourceQuotaController(quotaEvaluators),
    validatingAdmissionPolicyStatusController(checkPolicyTypes),
    ...(rootCertificates ? [rootCaCertificatePublisher(rootCertificates)] : []),
    ...(signToken ? [serviceAccountTokenController({ rootCertificates, signToken })] : []),
    ...(signing ? [certificateSigningController(signing)] : []),
  ];
}
