// Follows pkg/registry/resource/resourceslice/strategy.go (v1.36)
// Follows pkg/registry/resource/resourceclaim/strategy.go (v1.36)
// Follows pkg/api/resourceclaimspec/util.go (v1.36)

import type { DeviceClass, ResourceClaim, ResourceClaimSpec, ResourceSlice } from '../../../api/resource/v1.js';
import { dropDisabled } from '../../feature-gates/index.js';

const requestPaths = ['devices.requests[].exactly', 'devices.requests[].firstAvailable[]'];
const devicePaths = (names: readonly string[]): string[] => names.map((name) => `spec.devices[].${name}`);
const resultPaths = (names: readonly string[]): string[] =>
  names.map((name) => `status.allocation.devices.results[].${name}`);

export const dropDisabledSliceFields = dropDisabled<ResourceSlice>([
  { gates: ['DRADeviceTaints'], fields: devicePaths(['taints']) },
  {
    gates: ['DRAPartitionableDevices'],
    fields: [
      'spec.sharedCounters',
      'spec.perDeviceNodeSelection',
      ...devicePaths(['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes']),
    ],
  },
  {
    gates: ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
    fields: devicePaths(['bindingConditions', 'bindingFailureConditions', 'bindsToNode']),
  },
  { gates: ['DRAConsumableCapacity'], fields: devicePaths(['allowMultipleAllocations', 'capacity{}.requestPolicy']) },
  { gates: ['DRANodeAllocatableResources'], fields: devicePaths(['nodeAllocatableResourceMappings']) },
  {
    gates: ['DRAListTypeAttributes'],
    fields: devicePaths(['bools', 'ints', 'strings', 'versions'].map((type) => `attributes{}.${type}`)),
  },
]);

export const dropDisabledClaimFields = dropDisabled<ResourceClaimSpec>([
  { gates: ['DRAPrioritizedList'], fields: ['devices.requests[].firstAvailable'] },
  { gates: ['DRADeviceTaints'], fields: requestPaths.map((request) => `${request}.tolerations`) },
  {
    gates: ['DRAConsumableCapacity'],
    fields: ['devices.constraints[].distinctAttribute', ...requestPaths.map((request) => `${request}.capacity`)],
  },
]);

export const dropDisabledClaimStatusFields = dropDisabled<ResourceClaim>([
  { gates: ['DRAResourceClaimDeviceStatus'], fields: ['status.devices'] },
  {
    gates: ['DRAConsumableCapacity'],
    fields: ['status.devices[].shareID', ...resultPaths(['shareID', 'consumedCapacity'])],
    alsoUsed: requestPaths.map((request) => `spec.${request}.capacity`),
  },
  {
    gates: ['DRADeviceBindingConditions'],
    fields: resultPaths(['bindingConditions', 'bindingFailureConditions']),
  },
]);

export const dropDisabledClassFields = dropDisabled<DeviceClass>([
  { gates: ['DRAExtendedResource'], fields: ['spec.extendedResourceName'] },
]);
