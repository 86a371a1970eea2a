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
import { jobController } from './job/job-controller.js';
import { namespaceController } from './namespace/namespace-controller.js';
import { nodeLifecycleController } from './node-lifecycle/node-lifecycle-controller.js';
import { replicaSetController, replicationControllerController } from './replica-set/replica-set-controller.js';
import {
  rootCaCertificatePublisher,
  rootCaCertificatePublisherName,
} from './root-ca-certificate/root-ca-certificate-publisher.js';
import { isSelected } from './select-controllers.js';
import { serviceAccountController } from './service-account/service-account-controller.js';
import { serviceCidrController } from './service-cidr/service-cidr-controller.js';
import { statefulSetController } from './stateful-set/stateful-set-controller.js';
import { taintEvictionController } from './taint-eviction/taint-eviction-controller.js';
import { ttlAfterFinishedController } from './ttl-after-finished/ttl-after-finished-controller.js';
import {
  persistentVolumeClaimProtectionController,
  persistentVolumeProtectionController,
} from './volume-protection/protection-controller.js';

export interface ControllersOptions {
  /** `--controllers`: see `isSelected`. */
  readonly selection: readonly string[];
  /** Certificates, in PEM, by which pods verify the API server. Unset: they are not published. */
  readonly rootCertificates?: string | undefined;
}

/** Controllers that need no configuration. */
const plain: readonly Controller[] = [
  disruptionController,
  taintEvictionController,
  nodeLifecycleController,
  cronJobController,
  daemonSetController,
  statefulSetController,
  endpointsController,
  endpointSliceController,
  endpointSliceMirroringController,
  ephemeralVolumeController,
  serviceCidrController,
  jobController,
  clusterRoleAggregationController,
  deploymentController,
  garbageCollectorController,
  namespaceController,
  persistentVolumeClaimProtectionController,
  persistentVolumeProtectionController,
  replicaSetController,
  replicationControllerController,
  serviceAccountController,
  ttlAfterFinishedController,
];

export const controllerNames: readonly string[] = [
  rootCaCertificatePublisherName,
  ...plain.map(({ name }) => name),
].sort();

/** Returns the controllers that are selected. */
export function selectControllers({ selection, rootCertificates }: ControllersOptions): readonly Controller[] {
  const configured = rootCertificates ? [rootCaCertificatePublisher(rootCertificates)] : [];
  return [...plain, ...configured].filter(({ name }) => isSelected(name, selection));
}
