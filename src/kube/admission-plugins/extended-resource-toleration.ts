import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { isExtendedResource, type PodSpec, podSpecOf, type Toleration } from '../pod-spec/index.js';
import { isAbout } from './is-about.js';

/** Pods that ask for a device tolerate the taint by which nodes that have it are kept free for them. */
export class ExtendedResourceToleration implements AdmissionPlugin {
  readonly name = 'ExtendedResourceToleration';

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  admit(request: AdmissionRequest): void {
    const { object } = request;
    if (!object || !isAbout(request, '', 'pods')) return;
    const spec = podSpecOf(object);
    for (const key of devicesOf(spec)) {
      const { tolerations = [] } = spec;
      const toleration = { key, operator: 'Exists', effect: 'NoSchedule' };
      if (tolerations.some((own) => isLike(own, toleration) && own.tolerationSeconds === undefined)) continue;
      spec.tolerations = [...tolerations.filter((own) => !isLike(own, toleration)), toleration];
    }
  }
}

function devicesOf({ containers, initContainers }: PodSpec): string[] {
  const all = [...(containers ?? []), ...(initContainers ?? [])];
  const names = new Set(all.flatMap(({ resources }) => Object.keys(resources?.requests ?? {})));
  return [...names].filter(isExtendedResource).sort();
}

function isLike(one: Toleration, { key, operator, effect }: Toleration): boolean {
  return one.key === key && one.operator === operator && one.effect === effect && !one.value;
}
