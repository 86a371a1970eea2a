import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { ClaimSpec, DataSource } from '../../../pod-spec/index.js';
import { specOf } from './claim.js';

/**
 * `dataSource` and `dataSourceRef` mirror each other. `dataSource` alone supports only claims and snapshots; a source
 * in another namespace is a disabled feature.
 */
export function settleDataSources(claim: JsonObject, old?: JsonObject): void {
  const { dataSource: given, dataSourceRef: givenReference, ...spec } = specOf(claim);
  if (!given && !givenReference) return;
  const before: ClaimSpec = old ? specOf(old) : {};
  const reference = givenReference?.namespace && !before.dataSourceRef ? undefined : givenReference;
  const isKept = before.dataSource || before.dataSourceRef || reference || isClaimOrSnapshot(given);
  const source = isKept ? given : undefined;
  const local = reference && !reference.namespace ? withoutNamespace(reference) : undefined;
  const [dataSource, dataSourceRef] = [source ?? local, reference ?? source];
  claim['spec'] = {
    ...spec,
    ...(dataSource && { dataSource: { ...dataSource } }),
    ...(dataSourceRef && { dataSourceRef: { ...dataSourceRef } }),
  } as JsonObject;
}

function isClaimOrSnapshot(source: DataSource | undefined): boolean {
  const { kind, apiGroup } = source ?? {};
  if (!apiGroup) return kind === 'PersistentVolumeClaim';
  return kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io';
}

function withoutNamespace({ namespace: _none, ...source }: DataSource): DataSource {
  return source;
}
