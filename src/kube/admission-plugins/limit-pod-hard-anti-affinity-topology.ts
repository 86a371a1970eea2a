// Follows plugin/pkg/admission/antiaffinity/admission.go (v1.36)

import type { Pod } from '../../api/core/v1.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

const hostname = 'kubernetes.io/hostname';

export const limitPodHardAntiAffinityTopology = definePlugin({
  name: 'LimitPodHardAntiAffinityTopology',
  operations: ['CREATE', 'UPDATE'],
  isDefault: false,
  create: () => new LimitPodHardAntiAffinityTopology(),
});

/** Rejects required pod anti-affinity with any topology key other than `kubernetes.io/hostname`. */
export class LimitPodHardAntiAffinityTopology implements AdmissionHandler {
  validate(request: AdmissionRequest): void {
    const pod = objectOf<Pod>(request, '', 'pods');
    const terms = pod?.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const other = terms?.find(({ topologyKey }) => topologyKey !== hostname);
    if (!other) return;
    const keys = `TopologyKey ${other.topologyKey} but only key ${hostname} is allowed`;
    throw forbiddenBy(request, `affinity.PodAntiAffinity.RequiredDuringScheduling has ${keys}`);
  }
}
