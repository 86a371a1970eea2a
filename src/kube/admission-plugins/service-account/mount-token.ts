// Follows plugin/pkg/admission/serviceaccount/admission.go (v1.36)

import type { PodSpec, Volume } from '../../pod-spec/index.js';

const volumePrefix = 'kube-api-access-';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
/** An hour, plus some seconds so that a token that is checked hourly is rotated in time. */
const tokenSeconds = 3607;
const fileMode = 0o644;

/** Mounts the token, CA certificate and namespace into each container that has no mount at that path. */
export function mountToken(spec: PodSpec, nameFor: (prefix: string) => string): void {
  const { volumes = [], initContainers = [], containers } = spec;
  const existing = volumes.find(({ name }) => name.startsWith(volumePrefix));
  const name = existing?.name ?? nameFor(volumePrefix);
  let isMounted = false;
  for (const container of [...initContainers, ...(containers ?? [])]) {
    const { volumeMounts = [] } = container;
    if (volumeMounts.some((mount) => mount.mountPath === mountPath)) continue;
    container.volumeMounts = [...volumeMounts, { name, readOnly: true, mountPath }];
    isMounted = true;
  }
  if (isMounted && !existing) spec.volumes = [...volumes, tokenVolume(name)];
}

function tokenVolume(name: string): Volume {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenSeconds, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode: fileMode,
    },
  };
}
