// Follows plugin/pkg/admission/runtimeclass/admission.go (v1.36)

import type { Pod } from '../../api/core/v1.js';
import type { RuntimeClass, Scheduling } from '../../api/node/v1.js';
import { goQuote } from '../../apimachinery/meta/index.js';
import { errorWithoutReason } from '../../apimachinery/status/index.js';
import { checkPathSegmentName, Quantity } from '../../apimachinery/validation/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type PodSpec, podSpecOf, type ResourceList } from '../pod-spec/index.js';
import { wasGivenEmpty } from '../types/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler } from './plugin-lister.js';
import { mergeTolerations } from './tolerations.js';

const otherOverhead = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const unexplainedOverhead = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

export const runtimeClass = definePlugin({
  name: 'RuntimeClass',
  operations: ['CREATE'],
  isDefault: true,
  create: ({ stores }) => new RuntimeClassAdmission(stores.lister('node.k8s.io', 'runtimeclasses')),
});

/** Sets the overhead and scheduling constraints of the runtime class on pods. */
export class RuntimeClassAdmission extends ListerHandler<RuntimeClass> {
  admit(request: AdmissionRequest): Promise<void> | void {
    const pod = objectOf<Pod>(request, '', 'pods');
    if (!pod) return;
    const spec = podSpecOf(pod);
    if (spec.runtimeClassName !== undefined) return this.#complete(request, spec, spec.runtimeClassName);
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const pod = objectOf<Pod>(request, '', 'pods');
    if (!pod) return;
    const spec = podSpecOf(pod);
    if (spec.runtimeClassName !== undefined) return this.#check(request, spec, spec.runtimeClassName);
    if (hasOverhead(spec)) throw forbiddenBy(request, unexplainedOverhead);
  }

  async #complete(request: AdmissionRequest, spec: PodSpec, name: string): Promise<void> {
    const { overhead, scheduling } = await this.#find(request, name);
    if (overhead) setOverhead(request, spec, overhead.podFixed ?? {});
    if (scheduling) setScheduling(request, spec, scheduling);
  }

  async #check(request: AdmissionRequest, spec: PodSpec, name: string): Promise<void> {
    const { overhead } = await this.#find(request, name);
    if (overhead && !sameAmounts(overhead.podFixed ?? {}, spec.overhead ?? {})) {
      throw forbiddenBy(request, otherOverhead);
    }
    if (!overhead && hasOverhead(spec)) throw forbiddenBy(request, unexplainedOverhead);
  }

  async #find(request: AdmissionRequest, name: string): Promise<RuntimeClass> {
    const classes = await this.synced();
    const found = classes.get({ namespace: '', name });
    // The errors of upstream's lookup by name.
    if (name === '') throw errorWithoutReason('resource name may not be empty');
    const problems = checkPathSegmentName(name);
    if (problems.length > 0)
      throw errorWithoutReason(`invalid resource name ${goQuote(name)}: [${problems.join(' ')}]`);
    if (!found) throw forbiddenBy(request, `pod rejected: RuntimeClass ${goQuote(name)} not found`);
    return found;
  }
}

/** An empty overhead also counts as set. */
function hasOverhead(spec: PodSpec): boolean {
  return spec.overhead !== undefined || wasGivenEmpty(spec, 'overhead');
}

function setOverhead(request: AdmissionRequest, spec: PodSpec, amounts: ResourceList): void {
  const { overhead = {} } = spec;
  if (Object.keys(overhead).length > 0 && !sameAmounts(overhead, amounts)) throw forbiddenBy(request, otherOverhead);
  if (Object.keys(amounts).length > 0) spec.overhead = { ...amounts };
  else delete spec.overhead;
}

function setScheduling(request: AdmissionRequest, spec: PodSpec, scheduling: Scheduling): void {
  const nodeSelector = { ...spec.nodeSelector };
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    const own = nodeSelector[key];
    if (own !== undefined && own !== value) {
      const selectors = `runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
      throw forbiddenBy(request, `conflict: ${selectors}`);
    }
    nodeSelector[key] = value;
  }
  const tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations ?? []);
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = nodeSelector;
  if (tolerations.length > 0) spec.tolerations = tolerations;
}

function sameAmounts(left: ResourceList, right: ResourceList): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const [one = '', other] = [left[name], right[name]];
    return other !== undefined && Quantity.parse(one).equals(Quantity.parse(other));
  });
}
