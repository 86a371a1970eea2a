// Follows pkg/api/pod/util.go (v1.36)

import type { ContainerStatus, PodStatus } from '../../../../api/core/v1.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';

/** Drops the status fields of disabled feature gates, unless the old status uses them already. */
export function dropDisabledStatusFields(
  { status, old }: { readonly status: PodStatus; readonly old: PodStatus },
  features: FeatureGates,
): void {
  const isKept = (isEnabled: boolean, isUsed: (status: PodStatus) => boolean): boolean => isEnabled || isUsed(old);
  if (!isKept(features.isEnabled('InPlacePodLevelResourcesVerticalScaling'), hasPodResources)) {
    delete status.resources;
    delete status.allocatedResources;
  }
  if (!isKept(features.isEnabled('DRAExtendedResource'), (one) => isSet(one.extendedResourceClaimStatus))) {
    delete status.extendedResourceClaimStatus;
  }
  if (!isKept(features.isEnabled('ResourceHealthStatus'), (one) => containersOf(one).some(hasHealth))) {
    for (const container of containersOf(status)) delete container.allocatedResourcesStatus;
  }
  if (!isKept(features.isEnabled('ResourceHealthStatusMessage'), (one) => healthOf(one).some(hasMessage))) {
    for (const resource of healthOf(status)) delete resource.message;
  }
  if (!isKept(features.isEnabled('ImageVolumeWithDigest'), (one) => mountsOf(one).some(hasVolumeStatus))) {
    for (const mount of mountsOf(status)) delete mount.volumeStatus;
  }
  const isAllocated = (one: PodStatus): boolean => (one.nodeAllocatableResourceClaimStatuses?.length ?? 0) > 0;
  if (!isKept(features.isEnabled('DRANodeAllocatableResources'), isAllocated)) {
    delete status.nodeAllocatableResourceClaimStatuses;
  }
}

function containersOf({ containerStatuses, initContainerStatuses, ephemeralContainerStatuses }: PodStatus) {
  return [containerStatuses, initContainerStatuses, ephemeralContainerStatuses].flatMap((list) => list ?? []);
}

function healthOf(status: PodStatus) {
  const resources = containersOf(status).flatMap(({ allocatedResourcesStatus }) => allocatedResourcesStatus ?? []);
  return resources.flatMap((resource) => resource.resources ?? []);
}

function mountsOf(status: PodStatus) {
  return containersOf(status).flatMap(({ volumeMounts }) => volumeMounts ?? []);
}

function hasPodResources({ resources, allocatedResources }: PodStatus): boolean {
  return isSet(resources) || isSet(allocatedResources);
}

function hasHealth({ allocatedResourcesStatus }: ContainerStatus): boolean {
  return (allocatedResourcesStatus?.length ?? 0) > 0;
}

function hasMessage({ message }: { message?: string | null }): boolean {
  return isSet(message);
}

function hasVolumeStatus({ volumeStatus }: { volumeStatus?: unknown }): boolean {
  return isSet(volumeStatus);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
