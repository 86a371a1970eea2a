import { type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type PodSpec, podSpecOf } from '../pod-spec/index.js';
import { isAbout } from './is-about.js';
import type { PluginLister } from './plugin-lister.js';

interface PriorityClass {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
}

/** What a priority class sets on a pod. */
interface PodPriority extends Pick<PriorityClass, 'value' | 'preemptionPolicy'> {
  /** Empty for the default of pods without a class. */
  readonly className: string;
}

const withoutClass: PodPriority = { className: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' };

/** Sets the priority of pods from their class, and rejects a second global default class. */
export class Priority implements AdmissionPlugin {
  readonly name = 'Priority';
  readonly #classes: () => PluginLister;

  /** `classes` is called with the first pod. */
  constructor(classes: () => PluginLister) {
    this.#classes = classes;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const { object, old, operation } = request;
    if (!object || !isAbout(request, '', 'pods')) return;
    const spec = podSpecOf(object);
    if (operation === 'CREATE') return this.#complete(request, spec);
    keepPriority(spec, podSpecOf(old ?? {}));
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    const { object } = request;
    if (!object || !isAbout(request, 'scheduling.k8s.io', 'priorityclasses')) return;
    if (object['globalDefault'] === true) return this.#refuseSecondDefault(request, object);
  }

  async #complete(request: AdmissionRequest, spec: PodSpec): Promise<void> {
    const classes = this.#classes();
    await classes.ready();
    const { className, value, preemptionPolicy } = spec.priorityClassName
      ? namedPriority(request, classes, spec.priorityClassName)
      : defaultPriority(classes);
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

  async #refuseSecondDefault(request: AdmissionRequest, object: JsonObject): Promise<void> {
    const classes = this.#classes();
    await classes.ready();
    const found = defaultClass(classes);
    if (!found) return;
    const { name } = metadataOf(found);
    if (request.operation === 'UPDATE' && name === metadataOf(object).name) return;
    throw forbiddenBy(request, `PriorityClass ${name} is already marked as default. Only one default can exist`);
  }
}

/** Keeps the old values if unset. Validation rejects all other changes. */
function keepPriority(spec: PodSpec, before: PodSpec): void {
  if (before.priority !== undefined) spec.priority ??= before.priority;
  if (before.preemptionPolicy !== undefined) spec.preemptionPolicy ??= before.preemptionPolicy;
}

function namedPriority(request: AdmissionRequest, classes: PluginLister, name: string): PodPriority {
  const found = classes.get({ namespace: '', name });
  if (!found) throw forbiddenBy(request, `no PriorityClass with name ${name} was found`);
  return priorityOf(found);
}

function defaultPriority(classes: PluginLister): PodPriority {
  const found = defaultClass(classes);
  return found ? priorityOf(found) : withoutClass;
}

/** The global default with the lowest value, in case several were created concurrently. */
function defaultClass(classes: PluginLister): JsonObject | undefined {
  let least: JsonObject | undefined;
  for (const candidate of classes.all()) {
    if (!classOf(candidate).globalDefault) continue;
    if (!least || classOf(candidate).value < classOf(least).value) least = candidate;
  }
  return least;
}

function priorityOf(object: JsonObject): PodPriority {
  const { value, preemptionPolicy } = classOf(object);
  return { className: metadataOf(object).name ?? '', value, ...(preemptionPolicy && { preemptionPolicy }) };
}

function classOf(object: JsonObject): PriorityClass {
  return object as unknown as PriorityClass;
}

function contradiction<Value extends string | number>(what: string, given: Value, computed: Value): string {
  return `${what} (${given}) must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`;
}
