import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { accessModesText } from '../access-modes.js';
import { specOf, statusOf } from './claim.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './validation.js';

const { main, status } = withStatusApart(
  {
    prepareForCreate: (claim) => {
      claim['status'] = { phase: 'Pending' };
      normalizeSources(claim);
    },
    prepareForUpdate: ({ object }) => normalizeSources(object),
    validate: validateClaim,
    validateUpdate: validateClaimUpdate,
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
        textColumn('StorageClass', (claim) => specOf(claim).storageClassName ?? ''),
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
  selectableFields: ['name'],
  fieldValue: (claim) => metadataOf(claim).name,
});

function isBound(claim: JsonObject): boolean {
  return Boolean(specOf(claim).volumeName);
}

function phaseText(claim: JsonObject): string {
  return metadataOf(claim).deletionTimestamp ? 'Terminating' : (statusOf(claim).phase ?? '');
}

/** The source of a claim's data has an old name and a new one: both say the same. */
function normalizeSources(claim: JsonObject): void {
  const { dataSource, dataSourceRef, ...spec } = specOf(claim);
  if (dataSource === undefined && dataSourceRef === undefined) return;
  const hasNamespace = Boolean(dataSourceRef?.namespace);
  const source = dataSource ?? (hasNamespace ? undefined : dataSourceRef);
  const reference = dataSourceRef ?? dataSource;
  claim['spec'] = {
    ...spec,
    ...(source && { dataSource: { ...source } }),
    ...(reference && { dataSourceRef: { ...reference } }),
  } as JsonObject;
}
