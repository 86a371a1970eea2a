// Follows pkg/api/pod/util.go (v1.36)

import type { PodStatus } from '../../../../api/core/v1.js';
import { dropDisabled } from '../../../feature-gates/index.js';

/** Drops the status fields of disabled feature gates, unless the old status uses them already. */
export const dropDisabledStatusFields = dropDisabled<PodStatus>([
  { gates: ['InPlacePodLevelResourcesVerticalScaling'], fields: ['resources', 'allocatedResources'] },
  { gates: ['DRAExtendedResource'], fields: ['extendedResourceClaimStatus'] },
  { gates: ['ResourceHealthStatus'], fields: ofContainers('allocatedResourcesStatus') },
  {
    gates: ['ResourceHealthStatusMessage'],
    fields: ofContainers('allocatedResourcesStatus[].resources[].message'),
  },
  { gates: ['ImageVolumeWithDigest'], fields: ofContainers('volumeMounts[].volumeStatus') },
  { gates: ['DRANodeAllocatableResources'], fields: ['nodeAllocatableResourceClaimStatuses'] },
]);

function ofContainers(field: string): string[] {
  const lists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'];
  return lists.map((list) => `${list}[].${field}`);
}
