// Follows staging/src/k8s.io/pod-security-admission/policy/check_restrictedVolumes.go (v1.36)

import type { Volume } from '../../../../api/core/v1.js';
import { type PodCheck, plural, quoted, sorted } from './pod-check.js';

const allowedSources: readonly (keyof Volume)[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

export const restrictedVolumes: PodCheck = ({ spec: { volumes = [] } }) => {
  const restricted = volumes.filter((volume) => !allowedSources.some((source) => volume[source]));
  if (restricted.length === 0) return undefined;
  const types = sorted(new Set(restricted.map(sourceOf)));
  const names = `${plural(restricted, 'volume', 'volumes')} ${quoted(restricted.map(({ name }) => name))}`;
  const uses = `${plural(restricted, 'uses', 'use')} ${plural(types, 'restricted volume type', 'restricted volume types')}`;
  return { reason: 'restricted volume types', detail: `${names} ${uses} ${quoted(types)}` };
};

function sourceOf(volume: Volume): string {
  return Object.keys(volume).find((field) => field !== 'name') ?? 'unknown';
}
