// Follows pkg/registry/resource/resourceslice/strategy.go (v1.36)
// Follows pkg/registry/resource/resourceclaim/strategy.go (v1.36)
// Follows pkg/api/resourceclaimspec/util.go (v1.36)

import type { DeviceClass, ResourceClaim, ResourceClaimSpec, ResourceSlice } from '../../../api/resource/v1.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';

interface Gated<Type> {
  readonly object: Type;
  /** Before an update: fields that it uses may stay. */
  readonly old?: Type | undefined;
  readonly features: FeatureGates;
}

type Fields<Type> = { readonly isUsed: (object: Type) => boolean; readonly drop: (object: Type) => void };

function dropUnless<Type>(isEnabled: boolean, { object, old }: Gated<Type>, { isUsed, drop }: Fields<Type>): void {
  if (!isEnabled && !(old && isUsed(old))) drop(object);
}

/** Drops the fields of disabled feature gates. */
export function dropDisabledSliceFields(change: Gated<ResourceSlice>): void {
  const { features } = change;
  const hasDeviceStatus = features.isEnabled('DRAResourceClaimDeviceStatus');
  dropUnless(features.isEnabled('DRADeviceTaints'), change, ofDevices(['taints']));
  dropUnless(features.isEnabled('DRAPartitionableDevices'), change, partitions);
  dropUnless(
    features.isEnabled('DRADeviceBindingConditions') && hasDeviceStatus,
    change,
    ofDevices(['bindingConditions', 'bindingFailureConditions', 'bindsToNode']),
  );
  dropUnless(features.isEnabled('DRAConsumableCapacity'), change, consumableCapacity);
  dropUnless(features.isEnabled('DRANodeAllocatableResources'), change, ofDevices(['nodeAllocatableResourceMappings']));
  dropUnless(features.isEnabled('DRAListTypeAttributes'), change, listAttributes);
}

export function dropDisabledClaimFields(change: Gated<ResourceClaimSpec>): void {
  const { features } = change;
  dropUnless(features.isEnabled('DRAPrioritizedList'), change, {
    isUsed: (spec) => requestsOf(spec).some(({ firstAvailable }) => isUsed(firstAvailable)),
    drop(spec) {
      for (const request of requestsOf(spec)) delete request.firstAvailable;
    },
  });
  dropUnless(features.isEnabled('DRADeviceTaints'), change, ofRequests('tolerations'));
  dropUnless(features.isEnabled('DRAConsumableCapacity'), change, {
    isUsed: (spec) =>
      constraintsOf(spec).some(({ distinctAttribute }) => isUsed(distinctAttribute)) || capacities.isUsed(spec),
    drop(spec) {
      for (const constraint of constraintsOf(spec)) delete constraint.distinctAttribute;
      capacities.drop(spec);
    },
  });
}

export function dropDisabledClaimStatusFields(change: Gated<ResourceClaim>): void {
  const { features } = change;
  dropUnless(features.isEnabled('DRAResourceClaimDeviceStatus'), change, {
    isUsed: ({ status }) => isUsed(status?.devices),
    drop({ status }) {
      delete status?.devices;
    },
  });
  dropUnless(features.isEnabled('DRAConsumableCapacity'), change, {
    isUsed: (claim) =>
      [...resultsOf(claim), ...devicesOf(claim)].some(({ shareID }) => isUsed(shareID)) ||
      resultsOf(claim).some(({ consumedCapacity }) => isUsed(consumedCapacity)) ||
      capacities.isUsed(claim.spec),
    drop(claim) {
      for (const result of resultsOf(claim)) {
        delete result.shareID;
        delete result.consumedCapacity;
      }
      for (const device of devicesOf(claim)) delete device.shareID;
    },
  });
  dropUnless(features.isEnabled('DRADeviceBindingConditions'), change, {
    isUsed: (claim) =>
      resultsOf(claim).some((result) => isUsed(result.bindingConditions) || isUsed(result.bindingFailureConditions)),
    drop(claim) {
      for (const result of resultsOf(claim)) {
        delete result.bindingConditions;
        delete result.bindingFailureConditions;
      }
    },
  });
}

export function dropDisabledClassFields(change: Gated<DeviceClass>): void {
  dropUnless(change.features.isEnabled('DRAExtendedResource'), change, {
    isUsed: ({ spec }) => isUsed(spec.extendedResourceName),
    drop({ spec }) {
      delete spec.extendedResourceName;
    },
  });
}

type DeviceOf<Slice extends ResourceSlice> = NonNullable<Slice['spec']['devices']>[number];

function ofDevices(names: readonly (keyof DeviceOf<ResourceSlice>)[]): Fields<ResourceSlice> {
  return {
    isUsed: ({ spec }) => (spec.devices ?? []).some((device) => names.some((name) => isUsed(device[name]))),
    drop({ spec }) {
      for (const device of spec.devices ?? []) for (const name of names) delete device[name];
    },
  };
}

const ofPartitions = ofDevices(['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes']);

const partitions: Fields<ResourceSlice> = {
  isUsed: (slice) =>
    isUsed(slice.spec.sharedCounters) || isUsed(slice.spec.perDeviceNodeSelection) || ofPartitions.isUsed(slice),
  drop(slice) {
    delete slice.spec.sharedCounters;
    delete slice.spec.perDeviceNodeSelection;
    ofPartitions.drop(slice);
  },
};

const multipleAllocations = ofDevices(['allowMultipleAllocations']);

const consumableCapacity: Fields<ResourceSlice> = {
  isUsed: (slice) =>
    multipleAllocations.isUsed(slice) || sliceCapacities(slice).some(({ requestPolicy }) => isUsed(requestPolicy)),
  drop(slice) {
    multipleAllocations.drop(slice);
    for (const capacity of sliceCapacities(slice)) delete capacity.requestPolicy;
  },
};

const listTypes = ['bools', 'ints', 'strings', 'versions'] as const;

const listAttributes: Fields<ResourceSlice> = {
  isUsed: (slice) => attributesOf(slice).some((attribute) => listTypes.some((type) => isUsed(attribute[type]))),
  drop(slice) {
    for (const attribute of attributesOf(slice)) for (const type of listTypes) delete attribute[type];
  },
};

function sliceCapacities({ spec }: ResourceSlice) {
  return (spec.devices ?? []).flatMap(({ capacity }) => Object.values(capacity ?? {}));
}

function attributesOf({ spec }: ResourceSlice) {
  return (spec.devices ?? []).flatMap(({ attributes }) => Object.values(attributes ?? {}));
}

/** A field of requests, and of their alternatives. */
function ofRequests(name: 'tolerations' | 'capacity'): Fields<ResourceClaimSpec> {
  const holdersOf = (spec: ResourceClaimSpec) =>
    requestsOf(spec).flatMap(({ exactly, firstAvailable }) => [
      ...(exactly ? [exactly] : []),
      ...(firstAvailable ?? []),
    ]);
  return {
    isUsed: (spec) => holdersOf(spec).some((holder) => isUsed(holder[name])),
    drop(spec) {
      for (const holder of holdersOf(spec)) delete holder[name];
    },
  };
}

const capacities = ofRequests('capacity');

function requestsOf({ devices }: ResourceClaimSpec) {
  return devices?.requests ?? [];
}

function constraintsOf({ devices }: ResourceClaimSpec) {
  return devices?.constraints ?? [];
}

function resultsOf({ status }: ResourceClaim) {
  return status?.allocation?.devices?.results ?? [];
}

function devicesOf({ status }: ResourceClaim) {
  return status?.devices ?? [];
}

/** Empty lists do not count. */
function isUsed(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}
