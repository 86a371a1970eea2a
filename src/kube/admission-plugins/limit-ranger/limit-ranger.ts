import { isBeingDeleted, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { type AdmissionPlugin, type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import { limitsOf } from '../../groups/core/limitranges/validation.js';
import { isAbout } from '../is-about.js';
import type { PluginLister } from '../plugin-lister.js';
import { claimProblems, podProblems } from './constraints.js';
import { applyDefaultResources } from './default-resources.js';

type RangeUse = (range: JsonObject, object: JsonObject) => string[];

/** Enforces the limit ranges of a namespace on pods and volume claims, and applies their defaults to pods. */
export class LimitRanger implements AdmissionPlugin {
  readonly name = 'LimitRanger';
  readonly #ranges: () => PluginLister;

  constructor(ranges: () => PluginLister) {
    this.#ranges = ranges;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    if (isPodWithResources(request)) return this.#use(request, completePod);
  }

  validate(request: AdmissionRequest): Promise<void> | void {
    if (isPodWithResources(request)) return this.#use(request, checkPod);
    if (isAbout(request, '', 'persistentvolumeclaims')) return this.#use(request, checkClaim);
  }

  async #use(request: AdmissionRequest, use: RangeUse): Promise<void> {
    const { object, old, attributes } = request;
    if (!object || (old && isBeingDeleted(metadataOf(old)))) return;
    const ranges = this.#ranges();
    await ranges.ready();
    for (const range of ranges.inNamespace(attributes.namespace).values()) {
      const problems = use(range, object);
      if (problems.length > 0) throw forbiddenBy(request, allOf(problems));
    }
  }
}

function completePod(range: JsonObject, pod: JsonObject): string[] {
  applyDefaultResources(pod, limitsOf(range));
  return [];
}

function checkPod(range: JsonObject, pod: JsonObject): string[] {
  return limitsOf(range).flatMap((item) => podProblems(item, pod));
}

function checkClaim(range: JsonObject, claim: JsonObject): string[] {
  return limitsOf(range).flatMap((item) => claimProblems(item, claim));
}

/** Resources of containers can be changed through the `resize` subresource only. */
function isPodWithResources({ attributes, operation }: AdmissionRequest): boolean {
  const { resource, subresource } = attributes;
  if (resource.resource !== 'pods' || resource.group !== '') return false;
  return operation === 'CREATE' ? subresource === '' : subresource === 'resize';
}

function allOf(problems: readonly string[]): string {
  const [first = '', ...more] = new Set(problems);
  return more.length === 0 ? first : `[${[first, ...more].join(', ')}]`;
}
