import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { podSpecOf } from '../pod-spec/index.js';
import { isAbout } from './is-about.js';

const hostname = 'kubernetes.io/hostname';

/** Rejects required pod anti-affinity with any topology key other than `kubernetes.io/hostname`. */
export class LimitPodHardAntiAffinityTopology implements AdmissionPlugin {
  readonly name = 'LimitPodHardAntiAffinityTopology';

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  validate(request: AdmissionRequest): void {
    const { object } = request;
    if (!object || !isAbout(request, '', 'pods')) return;
    const { requiredDuringSchedulingIgnoredDuringExecution: terms } = podSpecOf(object).affinity?.podAntiAffinity ?? {};
    const other = terms?.find(({ topologyKey }) => topologyKey !== hostname);
    if (!other) return;
    const keys = `TopologyKey ${other.topologyKey} but only key ${hostname} is allowed`;
    throw forbiddenBy(request, `affinity.PodAntiAffinity.RequiredDuringScheduling has ${keys}`);
  }
}
