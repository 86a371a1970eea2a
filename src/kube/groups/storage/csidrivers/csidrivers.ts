import { type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { countGeneration } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { ageColumn, booleanColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { type CsiDriverSpec, specOf, validateCsiDriver, validateCsiDriverUpdate } from './validation.js';

export const csiDrivers = defineResource({
  kind: 'CSIDriver',
  plural: 'csidrivers',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('storage.k8s.io/v1', 'CSIDriver', {
      columns: [
        nameColumn,
        booleanColumn('AttachRequired', (driver) => specOf(driver).attachRequired ?? true),
        booleanColumn('PodInfoOnMount', (driver) => specOf(driver).podInfoOnMount ?? false),
        booleanColumn('StorageCapacity', (driver) => specOf(driver).storageCapacity ?? false),
        textColumn('TokenRequests', (driver) => audiencesText(specOf(driver))),
        booleanColumn('RequiresRepublish', (driver) => specOf(driver).requiresRepublish ?? false),
        textColumn('Modes', (driver) => specOf(driver).volumeLifecycleModes?.join(',') || '<none>'),
        ageColumn,
      ],
      applyDefaults: (driver) => defaultSpec(specOf(driver)),
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
    warningsOnCreate: (driver) => tokenWarnings(specOf(driver)),
    warningsOnUpdate: ({ object, old }) => {
      const isSame = jsonEqual(objectIn(object['spec'])['tokenRequests'], objectIn(old['spec'])['tokenRequests']);
      return isSame ? [] : tokenWarnings(specOf(object));
    },
  },
});

function defaultSpec(spec: CsiDriverSpec): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent'];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}

/** Drops fields of disabled feature gates. */
function dropFeatures(driver: JsonObject): void {
  const { preventPodSchedulingIfMissing: _feature, ...spec } = objectIn(driver['spec']);
  driver['spec'] = spec;
}

function audiencesText({ tokenRequests }: CsiDriverSpec): string {
  return tokenRequests === undefined ? '<unset>' : tokenRequests.map(({ audience }) => audience).join(',');
}

function tokenWarnings({ tokenRequests = [], serviceAccountTokenInSecrets }: CsiDriverSpec): string[] {
  if (tokenRequests.length === 0 || serviceAccountTokenInSecrets !== undefined) return [];
  return [
    'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes',
  ];
}
