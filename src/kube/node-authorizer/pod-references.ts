// Follows plugin/pkg/auth/authorizer/node/graph.go (v1.36)

import type { Container, EphemeralContainer, Pod, Volume } from '../../api/core/v1.js';
import { annotationsOf, metadataOf } from '../../apimachinery/meta/index.js';
import { mirrorAnnotation } from '../pod-spec/index.js';

/** Resources that pods reference. */
export type NeededResource =
  | 'pods'
  | 'secrets'
  | 'configmaps'
  | 'serviceaccounts'
  | 'persistentvolumeclaims'
  | 'resourceclaims';

export interface Needed {
  readonly resource: NeededResource;
  readonly name: string;
}

/** Returns the objects in its namespace that a pod needs on its node, including itself. */
export function neededBy(pod: Pod): Needed[] {
  const itself: Needed = { resource: 'pods', name: metadataOf(pod).name ?? '' };
  // Mirror pods are created by the node itself, and must not grant it access.
  return mirrorAnnotation in annotationsOf(pod) ? [itself] : [itself, ...namedBy(pod)];
}

/** A reference that may be unset. */
type Reference = readonly [resource: NeededResource, name: string | undefined];

/** Returns the objects in its namespace that a pod references. */
export function namedBy(pod: Pod): Needed[] {
  const podName = metadataOf(pod).name ?? '';
  const { serviceAccountName, imagePullSecrets, initContainers, containers, ephemeralContainers, volumes } =
    pod.spec ?? {};
  const references: Reference[] = [
    ['serviceaccounts', serviceAccountName],
    ...(imagePullSecrets ?? []).map(({ name }): Reference => ['secrets', name]),
    ...[...(initContainers ?? []), ...(containers ?? []), ...(ephemeralContainers ?? [])].flatMap(ofContainer),
    ...(volumes ?? []).flatMap((volume) => ofVolume(volume, podName)),
    ...claimsOf(pod),
  ];
  return references.flatMap(([resource, name]) => (name ? [{ resource, name }] : []));
}

function ofContainer({ env = [], envFrom = [] }: Container | EphemeralContainer): Reference[] {
  return [
    ...env.map(({ valueFrom }): Reference => ['secrets', valueFrom?.secretKeyRef?.name]),
    ...env.map(({ valueFrom }): Reference => ['configmaps', valueFrom?.configMapKeyRef?.name]),
    ...envFrom.map(({ secretRef }): Reference => ['secrets', secretRef?.name]),
    ...envFrom.map(({ configMapRef }): Reference => ['configmaps', configMapRef?.name]),
  ];
}

function ofVolume(volume: Volume, pod: string): Reference[] {
  const { secret, configMap, persistentVolumeClaim, ephemeral, azureFile, csi } = volume;
  const sources = volume.projected?.sources ?? [];
  return [
    ['secrets', secret?.secretName],
    ['secrets', azureFile?.secretName],
    ['secrets', csi?.nodePublishSecretRef?.name],
    ['configmaps', configMap?.name],
    ['persistentvolumeclaims', persistentVolumeClaim?.claimName],
    ['persistentvolumeclaims', ephemeral && `${pod}-${volume.name}`],
    ...sources.map((source): Reference => ['secrets', source.secret?.name]),
    ...sources.map((source): Reference => ['configmaps', source.configMap?.name]),
    ...driverSecrets(volume).map((name): Reference => ['secrets', name]),
  ];
}

/** All in-tree volume types use the same field for the secret of their driver. */
function driverSecrets({ cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos }: Volume) {
  return [cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos].map((source) => source?.secretRef?.name);
}

function claimsOf({ spec, status }: Pod): Reference[] {
  const claims = [
    ...(spec?.resourceClaims ?? []),
    ...(status?.resourceClaimStatuses ?? []),
    ...(status?.extendedResourceClaimStatus ? [status.extendedResourceClaimStatus] : []),
  ];
  return claims.map(({ resourceClaimName }) => ['resourceclaims', resourceClaimName]);
}
