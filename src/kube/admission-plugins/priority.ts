// Follows plugin/pkg/admission/priority/admission.go (v1.36)

import type { Pod } from '../../api/core/v1.js';
import type { PriorityClass } from '../../api/scheduling/v1.js';
import type { PodGroup } from '../../api/scheduling/v1alpha2.js';
import { metadataOf } from '../../apimachinery/meta/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type PodSpec, podSpecOf } from '../pod-spec/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler, type PluginLister } from './plugin-lister.js';

/** What a priority class sets on a pod. */
interface PodPriority {
  /** Empty for the default of pods without a class. */
  readonly className: string;
  readonly value: number;
  readonly preemptionPolicy?: NonNullable<PriorityClass['preemptionPolicy']>;
}

const withoutClass: PodPriority = { className: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' };

export const priority = definePlugin({
  name: 'Priority',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  create: ({ stores, features }) =>
    new Priority(stores.lister('scheduling.k8s.io', 'priorityclasses'), {
      ofPodGroups: features.isEnabled('WorkloadAwarePreemption'),
    }),
});

/** Sets the priority of pods and PodGroups from their class, and rejects a second global default class. */
class Priority extends ListerHandler<PriorityClass> {
  readonly #ofPodGroups: boolean;

  constructor(classes: PluginLister<PriorityClass>, { ofPodGroups }: { readonly ofPodGroups: boolean }) {
    super(classes);
    this.#ofPodGroups = ofPodGroups;
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const { old = {}, operation } = request;
    const pod = objectOf<Pod>(request, '', 'pods');
    if (!pod) return this.#admitPodGroup(request);
    if (operation === 'CREATE') return this.#complete(request, podSpecOf(pod));
    keepPriority(podSpecOf(pod), podSpecOf(old));
  }

  #admitPodGroup(request: AdmissionRequest): Promise<void> | void {
    if (!this.#ofPodGroups || request.operation !== 'CREATE') return;
    const podGroup = objectOf<PodGroup>(request, 'scheduling.k8s.io', 'podgroups');
    if (podGroup) return this.#completePodGroup(request, podGroup.spec);
  }

  async #completePodGroup(request: AdmissionRequest, spec: PodGroup['spec']): Promise<void> {
    const { className, value } = priorityFor(request, await this.synced(), spec.priorityClassName);
    if (spec.priority !== undefined && spec.priority !== value) {
      const problem = `priority set in the pod group (${spec.priority}) must match the priority computed (${value})`;
      throw forbiddenBy(request, `${problem} based on the priority class set in the spec`);
    }
    spec.priority = value;
    if (className !== '') spec.priorityClassName = className;
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const priorityClass = objectOf<PriorityClass>(request, 'scheduling.k8s.io', 'priorityclasses');
    if (priorityClass?.globalDefault) return this.#refuseSecondDefault(request, priorityClass);
  }

  async #complete(request: AdmissionRequest, spec: PodSpec): Promise<void> {
    const { className, value, preemptionPolicy } = priorityFor(request, await this.synced(), spec.priorityClassName);
    if (className !== '') spec.priorityClassName = className;
    if (spec.priority !== undefined && spec.priority !== value) {
      throw forbiddenBy(request, contradiction('the integer value of priority', spec.priority, value));
    }
    spec.priority = value;
    if (preemptionPolicy === undefined) return;
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
      const problem = contradiction('the string value of PreemptionPolicy', spec.preemptionPolicy, preemptionPolicy);
      throw forbiddenBy(request, problem);
    }
    spec.preemptionPolicy = preemptionPolicy;
  }

  async #refuseSecondDefault(request: AdmissionRequest, priorityClass: PriorityClass): Promise<void> {
    const classes = await this.synced();
    const found = defaultClass(classes);
    if (!found) return;
    const { name } = found.metadata;
    if (request.operation === 'UPDATE' && name === metadataOf(priorityClass).name) return;
    throw forbiddenBy(request, `PriorityClass ${name} is already marked as default. Only one default can exist`);
  }
}

/** Keeps the old values if unset. Validation rejects all other changes. */
function keepPriority(spec: PodSpec, before: PodSpec): void {
  if (before.priority !== undefined) spec.priority ??= before.priority;
  if (before.preemptionPolicy !== undefined) spec.preemptionPolicy ??= before.preemptionPolicy;
}

function priorityFor(
  request: AdmissionRequest,
  classes: PluginLister<PriorityClass>,
  name: string | undefined,
): PodPriority {
  if (!name) return defaultPriority(classes);
  const found = classes.get({ namespace: '', name });
  if (!found) throw forbiddenBy(request, `no PriorityClass with name ${name} was found`);
  return priorityOf(found);
}

function defaultPriority(classes: PluginLister<PriorityClass>): PodPriority {
  const found = defaultClass(classes);
  return found ? priorityOf(found) : withoutClass;
}

/** The global default with the lowest value, in case several were created concurrently. */
function defaultClass(classes: PluginLister<PriorityClass>): PriorityClass | undefined {
  let least: PriorityClass | undefined;
  for (const candidate of classes.all()) {
    if (candidate.globalDefault && (!least || (candidate.value ?? 0) < (least.value ?? 0))) least = candidate;
  }
  return least;
}

function priorityOf({ metadata, value = 0, preemptionPolicy }: PriorityClass): PodPriority {
  return { className: metadata.name ?? '', value, ...(preemptionPolicy && { preemptionPolicy }) };
}

function contradiction<Value extends string | number>(what: string, given: Value, computed: Value): string {
  return `${what} (${given}) must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`;
}
