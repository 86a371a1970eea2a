// Follows pkg/api/pod/warnings.go (v1.36)

import type { PodCertificateProjection, Volume, VolumeProjection } from '../../api/core/v1.js';
import { trimRight } from '../../apimachinery/meta/index.js';

interface SourcedPath {
  readonly path: string;
  /** Printed with the path if a volume has several sources. */
  readonly source: string;
}

/** Warns of files in a volume with the same path, or where one path is a parent of the other. */
export function overlapWarnings(volumes: readonly Volume[]): string[] {
  return volumes.flatMap((volume) => {
    const { name, configMap, secret, downwardAPI, projected } = volume;
    const warn = (what: string, paths: SourcedPath[]): string[] =>
      overlaps(paths).map((body) => `volume ${JSON.stringify(name)} (${what}): overlapping paths: ${body}`);
    return [
      ...warn(`ConfigMap ${JSON.stringify(configMap?.name ?? '')}`, pathsOf(configMap?.items, '')),
      ...warn(`Secret ${JSON.stringify(secret?.secretName ?? '')}`, pathsOf(secret?.items, '')),
      ...warn('DownwardAPI', pathsOf(downwardAPI?.items, '')),
      ...(projected?.sources ?? [])
        .filter((source) => Object.keys(source).length === 0)
        .map(() => `volume ${JSON.stringify(name)} (Projected) has no sources provided`),
      ...warn('Projected', (projected?.sources ?? []).flatMap(projectedPaths)),
    ];
  });
}

function projectedPaths(source: VolumeProjection): SourcedPath[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source;
  if (configMap?.items) return pathsOf(configMap.items, `ConfigMap ${JSON.stringify(configMap.name ?? '')}`);
  if (secret?.items) return pathsOf(secret.items, `Secret ${JSON.stringify(secret.name ?? '')}`);
  if (downwardAPI?.items) return pathsOf(downwardAPI.items, 'DownwardAPI');
  if (serviceAccountToken) return pathsOf([serviceAccountToken], 'ServiceAccountToken');
  if (clusterTrustBundle) {
    const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? '';
    return pathsOf([clusterTrustBundle], `ClusterTrustBundle ${JSON.stringify(name)}`);
  }
  return podCertificate ? certificatePaths(podCertificate) : [];
}

function certificatePaths(projection: PodCertificateProjection): SourcedPath[] {
  const { certificateChainPath, keyPath, credentialBundlePath } = projection;
  return [
    ...(certificateChainPath ? pathsOf([{ path: certificateChainPath }], 'PodCertificate chain') : []),
    ...(keyPath ? pathsOf([{ path: keyPath }], 'PodCertificate key') : []),
    ...(credentialBundlePath ? pathsOf([{ path: credentialBundlePath }], 'PodCertificate credential bundle') : []),
  ];
}

function pathsOf(items: readonly { path: string }[] | undefined, source: string): SourcedPath[] {
  return (items ?? []).map(({ path }) => ({ path: trimRight(path, '/'), source }));
}

/** Maximum number of paths that are compared with each other. */
const maxCompared = 200;
/** More than fit into the response headers. */
const maxOverlaps = 100;

function overlaps(all: readonly SourcedPath[]): string[] {
  const paths = all.slice(0, maxCompared);
  const found: string[] = [];
  for (const [index, one] of paths.entries()) {
    for (const other of paths.slice(0, index)) {
      if (!isWithin(one.path, other.path) && !isWithin(other.path, one.path)) continue;
      found.push(`${shown(one)} with ${shown(other)}`);
      if (found.length === maxOverlaps) return found;
    }
  }
  return found;
}

function isWithin(path: string, directory: string): boolean {
  if (directory === '' || !path.startsWith(directory)) return false;
  return path.length === directory.length || path[directory.length] === '/';
}

function shown({ path, source }: SourcedPath): string {
  return source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`;
}
