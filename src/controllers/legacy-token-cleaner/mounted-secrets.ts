// Follows pkg/api/v1/pod/util.go (v1.36)
import type { Container, Pod, Volume } from '../../api/core/v1.js';

/** The names of all secrets that a pod refers to. */
export function mountedSecrets({ spec }: Pod): string[] {
  const { imagePullSecrets = [], containers, initContainers = [], ephemeralContainers = [], volumes = [] } = spec;
  const all = [...initContainers, ...(containers ?? []), ...ephemeralContainers];
  const names = [
    ...imagePullSecrets.map(({ name }) => name),
    ...all.flatMap(secretsOfContainer),
    ...volumes.flatMap(secretsOfVolume),
  ];
  return names.flatMap((name) => name || []);
}

function secretsOfContainer({ env = [], envFrom = [] }: Pick<Container, 'env' | 'envFrom'>): (string | undefined)[] {
  return [
    ...envFrom.map(({ secretRef }) => secretRef?.name),
    ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
  ];
}

function secretsOfVolume(volume: Volume): (string | undefined)[] {
  const { cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos } = volume;
  return [
    volume.secret?.secretName,
    volume.azureFile?.secretName,
    volume.csi?.nodePublishSecretRef?.name,
    ...[cephfs, cinder, flexVolume, rbd, scaleIO, iscsi, storageos].map((source) => source?.secretRef?.name),
    ...(volume.projected?.sources ?? []).map(({ secret }) => secret?.name),
  ];
}
