// Follows plugin/pkg/admission/extendedresourcetoleration/admission.go (v1.36)

import type { Pod } from '../../api/core/v1.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { isExtendedResource, type PodSpec, podSpecOf, type Toleration } from '../pod-spec/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

export const extendedResourceToleration = definePlugin({
  name: 'ExtendedResourceToleration',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  create: () => new ExtendedResourceToleration(),
});

/** Adds tolerations for the taints named after the extended resources that a pod requests. */
export class ExtendedResourceToleration implements AdmissionHandler {
  admit(request: AdmissionRequest): void {
    const pod = objectOf<Pod>(request, '', 'pods');
    if (!pod) return;
    const spec = podSpecOf(pod);
    const wanted = new Map(devicesOf(spec).map((key) => [key, tolerationFor(key)]));
    if (wanted.size === 0) return;
    const tolerations = (spec.tolerations ?? []).map((own) => {
      const toleration = wanted.get(own.key ?? '');
      return toleration && isLike(own, toleration) ? toleration : own;
    });
    const there = new Set(tolerations);
    spec.tolerations = [...tolerations, ...[...wanted.values()].filter((toleration) => !there.has(toleration))];
  }
}

function tolerationFor(key: string): Toleration {
  return { key, operator: 'Exists', effect: 'NoSchedule' };
}

function devicesOf({ containers, initContainers }: PodSpec): string[] {
  const all = [...(containers ?? []), ...(initContainers ?? [])];
  const names = new Set(all.flatMap(({ resources }) => Object.keys(resources?.requests ?? {})));
  return [...names].filter(isExtendedResource).sort();
}

/** Equal except for `tolerationSeconds`. */
function isLike(one: Toleration, { key, operator, effect }: Toleration): boolean {
  return one.key === key && one.operator === operator && one.effect === effect && !one.value;
}
