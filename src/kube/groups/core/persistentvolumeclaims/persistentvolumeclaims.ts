// Follows pkg/registry/core/persistentvolumeclaim/strategy.go (v1.36)
// Follows pkg/apis/core/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/api/persistentvolumeclaim/util.go (v1.36)

import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
  TypedObjectReference,
} from '../../../../api/core/v1.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { claimSpecWarnings } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { dropAttributesClass, dropAttributesStatus } from '../attributes-classes.js';
import { accessModesText, classAnnotation, phaseText, storageClassOf } from '../volumes.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './validation.js';

export const persistentVolumeClaims = builtInResource<PersistentVolumeClaim>('v1', 'PersistentVolumeClaim', {
  plural: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Status', phaseText, { field: 'status.phase' }),
    textColumn('Volume', 'spec.volumeName'),
    textColumn('Capacity', (claim) => (isBound(claim) ? (claim.status.capacity?.['storage'] ?? '0') : ''), {
      field: 'status.capacity',
    }),
    textColumn('Access Modes', (claim) => (isBound(claim) ? accessModesText(claim.status.accessModes) : ''), {
      field: 'status.accessModes',
    }),
    textColumn('StorageClass', (claim) => storageClassOf(claim) ?? '', 'StorageClass of the pvc'),
    textColumn('VolumeAttributesClass', 'spec.volumeAttributesClassName', {
      description: 'VolumeAttributesClass of the pvc',
      unset: '<unset>',
    }),
    ageColumn,
    textColumn('VolumeMode', 'spec.volumeMode', { unset: '<unset>', wide: true }),
  ],
  applyDefaults: ({ spec, status }) => {
    spec.volumeMode ??= 'Filesystem';
    status.phase ||= 'Pending';
  },
  strategies: specAndStatus<PersistentVolumeClaim>(
    {
      returnsDeletedObject: true,
      prepareForCreate: (claim, { features }) => {
        claim.status = { phase: 'Pending' };
        claim.spec = settleDataSources(claim.spec, { features });
        dropAttributesClass({ object: claim.spec, features });
      },
      prepareForUpdate: ({ object, old }, { features }) => {
        object.spec = settleDataSources(object.spec, { features, old: old.spec });
        dropAttributesClass({ object: object.spec, old: old.spec, features });
      },
      validate: validateClaim,
      validateUpdate: validateClaimUpdate,
      warningsOnCreate: claimWarnings,
      warningsOnUpdate: ({ object }) => claimWarnings(object),
    },
    {
      generation: 'absent',
      statusKeeps: [],
      prepareStatus: ({ object, old }, { features }) =>
        dropAttributesStatus({ object: object.status, old: old.status, features }),
      validateStatus: validateClaimStatus,
    },
  ),
  defaultOnRead: ({ spec }) => mirrorDataSources(spec),
});

function isBound({ spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName);
}

/**
 * `dataSource` and `dataSourceRef` mirror each other. `dataSource` alone supports only claims and snapshots; a source
 * in another namespace requires a feature gate.
 */
function settleDataSources(
  given: PersistentVolumeClaimSpec,
  { features, old }: { features: FeatureGates; old?: PersistentVolumeClaimSpec },
): PersistentVolumeClaimSpec {
  const { dataSource: givenSource, dataSourceRef: givenReference, ...spec } = given;
  if (!givenSource && !givenReference) return given;
  const mayCross = features.isEnabled('CrossNamespaceVolumeDataSource') || old?.dataSourceRef;
  const reference = givenReference?.namespace && !mayCross ? undefined : givenReference;
  const isKept = old?.dataSource || old?.dataSourceRef || reference || isClaimOrSnapshot(givenSource);
  const mirrored: PersistentVolumeClaimSpec = { ...spec, ...(isKept && givenSource && { dataSource: givenSource }) };
  if (reference) mirrored.dataSourceRef = reference;
  mirrorDataSources(mirrored);
  return mirrored;
}

/** Sets the one of `dataSource` and `dataSourceRef` that is unset, in place. */
function mirrorDataSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) spec.dataSourceRef = { ...dataSource };
  else if (dataSourceRef && !dataSource && !dataSourceRef.namespace) spec.dataSource = withoutNamespace(dataSourceRef);
}

function isClaimOrSnapshot(source: TypedLocalObjectReference | undefined): boolean {
  const { kind, apiGroup } = source ?? {};
  if (!apiGroup) return kind === 'PersistentVolumeClaim';
  return kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io';
}

function withoutNamespace({ namespace: _none, ...source }: TypedObjectReference): TypedLocalObjectReference {
  return source;
}

function claimWarnings({ metadata, spec }: PersistentVolumeClaim): string[] {
  const place = FieldPath.of('metadata', 'annotations').key(classAnnotation);
  const isOld = metadata.annotations?.[classAnnotation] !== undefined;
  return [
    ...(isOld ? [`${place}: deprecated since v1.8; use "storageClassName" attribute instead`] : []),
    ...claimSpecWarnings(spec, FieldPath.of('spec')),
  ];
}
