import { systemClock } from '../../../../apimachinery/clock/index.js';
import { formatTime, type JsonObject, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { countGeneration } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { basicDevicesOf, firstBetaOfSlices } from '../first-beta.js';
import { resourceVersions } from '../versions.js';
import { type Device, specOf } from './slice.js';
import { validateSlice, validateSliceUpdate } from './validation.js';

/** Devices that a driver provides. */
export const resourceSlices = defineResource({
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  scope: 'Cluster',
  versions: resourceVersions(
    'ResourceSlice',
    {
      columns: [
        nameColumn,
        textColumn('Node', (slice) => specOf(slice).nodeName ?? ''),
        textColumn('Driver', (slice) => specOf(slice).driver),
        textColumn('Pool', (slice) => specOf(slice).pool.name),
        ageColumn,
      ],
      applyDefaults: (slice) => addTimes(specOf(slice).devices ?? []),
    },
    {
      ...firstBetaOfSlices,
      applyDefaults: (slice) => addTimes(basicDevicesOf(slice) as readonly Pick<Device, 'taints'>[]),
    },
  ),
  strategy: {
    returnsDeletedObject: true,
    prepareForCreate: (slice) => {
      mutableMetadataOf(slice)['generation'] = 1;
      dropDisabledFields(slice);
    },
    prepareForUpdate: (change) => {
      countGeneration(change, ['spec']);
      dropDisabledFields(change.object);
    },
    validate: (slice) => validateSlice(slice),
    validateUpdate: validateSliceUpdate,
    warningsOnCreate: driverWarnings,
    warningsOnUpdate: ({ object }) => driverWarnings(object),
  },
  selectableFields: ['spec.driver', 'spec.nodeName'],
});

function addTimes(devices: readonly Pick<Device, 'taints'>[]): void {
  for (const { taints = [] } of devices) for (const taint of taints) taint.timeAdded ??= formatTime(systemClock.now());
}

/** Drops fields of disabled feature gates. */
function dropDisabledFields(slice: JsonObject): void {
  for (const device of specOf(slice).devices ?? []) {
    delete device.nodeAllocatableResourceMappings;
    for (const attribute of Object.values(device.attributes ?? {})) {
      delete attribute.ints;
      delete attribute.bools;
      delete attribute.strings;
      delete attribute.versions;
    }
  }
}

function driverWarnings(slice: JsonObject): string[] {
  const { driver } = specOf(slice);
  if (driver === driver.toLowerCase()) return [];
  const shown = JSON.stringify(driver);
  return [`spec.driver: driver names should be lowercase; ${shown} contains uppercase characters`];
}
