import { annotationsOf, type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { accessModesText } from '../access-modes.js';
import { specOf, statusOf } from './claim.js';
import { settleDataSources } from './data-sources.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './validation.js';
import { claimWarnings, classAnnotation } from './warnings.js';

const { main, status } = withStatusApart(
  {
    returnsDeletedObject: true,
    prepareForCreate: (claim) => {
      claim['status'] = { phase: 'Pending' };
      settleDataSources(claim);
    },
    prepareForUpdate: ({ object, old }) => settleDataSources(object, old),
    validate: validateClaim,
    validateUpdate: validateClaimUpdate,
    warningsOnCreate: claimWarnings,
    warningsOnUpdate: ({ object }) => claimWarnings(object),
  },
  { generation: 'absent', metadata: 'changeable', validateStatus: validateClaimStatus },
);

export const persistentVolumeClaims = defineResource({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('v1', 'PersistentVolumeClaim', {
      columns: [
        nameColumn,
        textColumn('Status', phaseText),
        textColumn('Volume', (claim) => specOf(claim).volumeName ?? ''),
        textColumn('Capacity', (claim) => (isBound(claim) ? (statusOf(claim).capacity?.['storage'] ?? '0') : '')),
        textColumn('Access Modes', (claim) =>
          isBound(claim) ? accessModesText(statusOf(claim).accessModes ?? []) : '',
        ),
        textColumn('StorageClass', classText),
        textColumn('VolumeAttributesClass', (claim) => specOf(claim).volumeAttributesClassName ?? '<unset>'),
        ageColumn,
        textColumn('VolumeMode', (claim) => specOf(claim).volumeMode ?? '<unset>', { wide: true }),
      ],
      applyDefaults: (claim) => {
        specOf(claim).volumeMode ??= 'Filesystem';
        if (claim['status']) statusOf(claim).phase ||= 'Pending';
      },
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function classText(claim: JsonObject): string {
  return annotationsOf(claim)[classAnnotation] ?? specOf(claim).storageClassName ?? '';
}

function isBound(claim: JsonObject): boolean {
  return Boolean(specOf(claim).volumeName);
}

function phaseText(claim: JsonObject): string {
  return metadataOf(claim).deletionTimestamp ? 'Terminating' : (statusOf(claim).phase ?? '');
}
