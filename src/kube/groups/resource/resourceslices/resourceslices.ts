// Follows pkg/registry/resource/resourceslice/strategy.go (v1.36)
// Follows pkg/apis/resource/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Device, ResourceSlice } from '../../../../api/resource/v1.js';
import type { ResourceSlice as FirstBetaSlice } from '../../../../api/resource/v1beta1.js';
import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime } from '../../../../apimachinery/meta/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { countGeneration } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { dropDisabledSliceFields } from '../disabled-fields.js';
import { firstBetaOfSlices } from '../first-beta.js';
import { resourceVersions } from '../versions.js';
import { validateSlice, validateSliceUpdate } from './validation.js';

/** Devices that a driver provides. */
export const resourceSlices = builtInResource<ResourceSlice>('resource.k8s.io/v1', 'ResourceSlice', {
  plural: 'resourceslices',
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn('Node', 'spec.nodeName'),
    textColumn('Driver', 'spec.driver'),
    textColumn('Pool', 'spec.pool.name'),
    ageColumn,
  ],
  applyDefaults: ({ spec }) => completeDevices(spec.devices ?? []),
  ...resourceVersions({
    ...firstBetaOfSlices,
    applyDefaults: (slice) => completeDevices(basicDevicesOf(slice as FirstBetaSlice)),
  }),
  strategy: {
    returnsDeletedObject: true,
    prepareForCreate: (slice, { features }) => {
      slice.metadata.generation = 1;
      dropDisabledSliceFields({ object: slice, features });
    },
    prepareForUpdate: (change, { features }) => {
      countGeneration(change, ['spec']);
      dropDisabledSliceFields({ ...change, features });
    },
    validate: validateSlice,
    validateUpdate: validateSliceUpdate,
    warningsOnCreate: driverWarnings,
    warningsOnUpdate: ({ object }) => driverWarnings(object),
  },
  selectableFields: ['spec.driver', 'spec.nodeName'],
  indexedField: 'spec.nodeName',
  fieldProblem: (field, version) =>
    `field label not supported for resource.k8s.io/${version}, Kind=ResourceSlice: ${field}`,
});

/** In the first beta version, all fields of a device except the name are in `basic`. */
function basicDevicesOf({ spec }: FirstBetaSlice): CompletedDevice[] {
  return (spec.devices ?? []).map(({ basic }) => basic ?? {});
}

type CompletedDevice = Pick<Device, 'taints' | 'nodeAllocatableResourceMappings'>;

function completeDevices(devices: readonly CompletedDevice[]): void {
  for (const { taints = [], nodeAllocatableResourceMappings: mappings = {} } of devices) {
    for (const taint of taints) taint.timeAdded ??= formatTime(systemClock.now());
    for (const mapping of Object.values(mappings)) mapping.allocationMultiplier ??= '1';
  }
}

function driverWarnings({ spec: { driver } }: ResourceSlice): string[] {
  if (driver === driver.toLowerCase()) return [];
  const shown = JSON.stringify(driver);
  return [`spec.driver: driver names should be lowercase; ${shown} contains uppercase characters`];
}
