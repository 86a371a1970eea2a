import { goQuote, type JsonObject } from '../../apimachinery/meta/index.js';
import { checkPathSegmentName, Quantity } from '../../apimachinery/validation/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { unexplained } from '../../server/registry/index.js';
import { type PodSpec, podSpecOf, type ResourceList, type Toleration } from '../pod-spec/index.js';
import { wasGivenEmpty } from '../types/index.js';
import { isAbout } from './is-about.js';
import type { PluginLister } from './plugin-lister.js';
import { mergeTolerations } from './tolerations.js';

interface RuntimeClassFields {
  /** Resources that a pod needs in addition to its containers. */
  readonly overhead?: { readonly podFixed?: ResourceList };
  /** Constrains pods of the class to nodes that support it. */
  readonly scheduling?: {
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Toleration[];
  };
}

const otherOverhead = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const unexplainedOverhead = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

/** Sets the overhead and scheduling constraints of the runtime class on pods. */
export class RuntimeClass implements AdmissionPlugin {
  readonly name = 'RuntimeClass';
  readonly #classes: () => PluginLister;

  constructor(classes: () => PluginLister) {
    this.#classes = classes;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE';
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const { object } = request;
    if (!object || !isAbout(request, '', 'pods')) return;
    const spec = podSpecOf(object);
    if (spec.runtimeClassName !== undefined) return this.#complete(request, spec, spec.runtimeClassName);
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { object } = request;
    if (!object || !isAbout(request, '', 'pods')) return;
    const spec = podSpecOf(object);
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

  async #find(request: AdmissionRequest, name: string): Promise<RuntimeClassFields> {
    const classes = this.#classes();
    await classes.ready();
    const found: JsonObject | undefined = classes.get({ namespace: '', name });
    // The errors of upstream's lookup by name.
    if (name === '') throw unexplained('resource name may not be empty');
    const problems = checkPathSegmentName(name);
    if (problems.length > 0) throw unexplained(`invalid resource name ${goQuote(name)}: [${problems.join(' ')}]`);
    if (!found) throw forbiddenBy(request, `pod rejected: RuntimeClass ${goQuote(name)} not found`);
    return found as RuntimeClassFields;
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

type Scheduling = NonNullable<RuntimeClassFields['scheduling']>;

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
