// Follows pkg/registry/storage/csidriver/strategy.go (v1.36)
// Follows pkg/apis/storage/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { CSIDriver, CSIDriverSpec } from '../../../../api/storage/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { countGeneration } from '../../../field-checks.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateCsiDriver, validateCsiDriverUpdate } from './validation.js';

export const csiDrivers = defineResource<CSIDriver>({
  kind: 'CSIDriver',
  plural: 'csidrivers',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion<CSIDriver>('storage.k8s.io/v1', 'CSIDriver', {
      columns: [
        nameColumn,
        booleanColumn('AttachRequired', ({ spec }) => spec.attachRequired ?? true, {
          description: ['storage/v1.CSIDriverSpec', 'attachRequired'],
        }),
        booleanColumn('PodInfoOnMount', ({ spec }) => spec.podInfoOnMount ?? false, {
          description: ['storage/v1.CSIDriverSpec', 'podInfoOnMount'],
        }),
        booleanColumn('StorageCapacity', ({ spec }) => spec.storageCapacity ?? false, {
          description: ['storage/v1.CSIDriverSpec', 'storageCapacity'],
        }),
        textColumn('TokenRequests', ({ spec }) => audiencesText(spec), {
          description: ['storage/v1.CSIDriverSpec', 'tokenRequests'],
        }),
        booleanColumn('RequiresRepublish', ({ spec }) => spec.requiresRepublish ?? false, {
          description: ['storage/v1.CSIDriverSpec', 'requiresRepublish'],
        }),
        textColumn('Modes', ({ spec }) => spec.volumeLifecycleModes?.join(',') || '<none>', {
          description: ['storage/v1.CSIDriverSpec', 'volumeLifecycleModes'],
        }),
        ageColumn,
      ],
      applyDefaults: ({ spec }) => defaultSpec(spec),
    }),
  },
  strategy: {
    returnsDeletedObject: true,
    allowUnconditionalUpdate: false,
    prepareForCreate: dropFeatures,
    prepareForUpdate: (change) => {
      dropFeatures(change.object);
      countGeneration(change, ['spec']);
    },
    validate: validateCsiDriver,
    validateUpdate: validateCsiDriverUpdate,
    warningsOnCreate: ({ spec }) => tokenWarnings(spec),
    warningsOnUpdate: ({ object, old }) => {
      const isSame = jsonEqual(object.spec.tokenRequests, old.spec.tokenRequests);
      return isSame ? [] : tokenWarnings(object.spec);
    },
  },
});

function defaultSpec(spec: CSIDriverSpec): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent'];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}

/** Drops fields of disabled feature gates. */
function dropFeatures(driver: CSIDriver): void {
  const { preventPodSchedulingIfMissing: _feature, ...spec } = driver.spec;
  driver.spec = spec;
}

function audiencesText({ tokenRequests }: CSIDriverSpec): string {
  return tokenRequests === undefined ? '<unset>' : tokenRequests.map(({ audience }) => audience).join(',');
}

function tokenWarnings({ tokenRequests = [], serviceAccountTokenInSecrets }: CSIDriverSpec): string[] {
  if (tokenRequests.length === 0 || serviceAccountTokenInSecrets !== undefined) return [];
  return [
    'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
  ];
}
