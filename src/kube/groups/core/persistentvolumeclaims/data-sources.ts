// Follows pkg/api/persistentvolumeclaim/util.go (v1.36)

import type {
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
  TypedObjectReference,
} from '../../../../api/core/v1.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';

/**
 * `dataSource` and `dataSourceRef` mirror each other. `dataSource` alone supports only claims and snapshots; a source
 * in another namespace requires a feature gate.
 */
export function settleDataSources(
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
export function mirrorDataSources(spec: PersistentVolumeClaimSpec): void {
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
