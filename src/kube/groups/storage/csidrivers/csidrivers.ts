// Follows pkg/registry/storage/csidriver/strategy.go (v1.36)
// Follows pkg/apis/storage/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { CSIDriver, CSIDriverSpec } from '../../../../api/storage/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { dropDisabled } from '../../../feature-gates/index.js';
import { countGeneration } from '../../../field-checks.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateCsiDriver, validateCsiDriverUpdate } from './validation.js';

export const csiDrivers = builtInResource<CSIDriver>('storage.k8s.io/v1', 'CSIDriver', {
  plural: 'csidrivers',
  scope: 'Cluster',
  columns: [
    nameColumn,
    booleanColumn('AttachRequired', ({ spec }) => spec.attachRequired ?? true, { field: 'spec.attachRequired' }),
    booleanColumn('PodInfoOnMount', 'spec.podInfoOnMount'),
    booleanColumn('StorageCapacity', 'spec.storageCapacity'),
    textColumn('TokenRequests', ({ spec }) => audiencesText(spec), { field: 'spec.tokenRequests' }),
    booleanColumn('RequiresRepublish', 'spec.requiresRepublish'),
    textColumn('Modes', ({ spec }) => spec.volumeLifecycleModes?.join(',') || '<none>', {
      field: 'spec.volumeLifecycleModes',
    }),
    ageColumn,
  ],
  applyDefaults,
  strategy: {
    returnsDeletedObject: true,
    allowUnconditionalUpdate: false,
    prepareForCreate: (object, { features }) => dropDisabledFields({ object, features }),
    prepareForUpdate: (change, { features }) => {
      dropDisabledFields({ ...change, features });
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

function applyDefaults({ spec }: CSIDriver, features: FeatureGates): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent'];
  spec.requiresRepublish ??= false;
  if (features.isEnabled('SELinuxMountReadWriteOncePod')) spec.seLinuxMount ??= false;
  if (features.isEnabled('VolumeLimitScaling')) spec.preventPodSchedulingIfMissing ??= false;
}

const dropDisabledFields = dropDisabled<CSIDriver>([
  { gates: ['SELinuxMountReadWriteOncePod'], fields: ['spec.seLinuxMount'] },
  { gates: ['CSIServiceAccountTokenSecrets'], fields: ['spec.serviceAccountTokenInSecrets'] },
  { gates: ['MutableCSINodeAllocatableCount'], fields: ['spec.nodeAllocatableUpdatePeriodSeconds'] },
  { gates: ['VolumeLimitScaling'], fields: ['spec.preventPodSchedulingIfMissing'] },
]);

function audiencesText({ tokenRequests }: CSIDriverSpec): string {
  return tokenRequests === undefined ? '<unset>' : tokenRequests.map(({ audience }) => audience).join(',');
}

function tokenWarnings({ tokenRequests = [], serviceAccountTokenInSecrets }: CSIDriverSpec): string[] {
  if (tokenRequests.length === 0 || serviceAccountTokenInSecrets !== undefined) return [];
  return [
    'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
  ];
}
