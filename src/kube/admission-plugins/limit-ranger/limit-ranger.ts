// Follows plugin/pkg/admission/limitranger/admission.go (v1.36)

import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod } from '../../../api/core/v1.js';
import { aggregateMessages, isBeingDeleted, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import { isAbout } from '../object-of.js';
import { definePlugin } from '../plugin-definition.js';
import { ListerHandler } from '../plugin-lister.js';
import { claimProblems, podProblems } from './constraints.js';
import { applyDefaultResources } from './default-resources.js';

/** Returns the problems of an object with the limits of one range. */
type RangeUse = (limits: readonly LimitRangeItem[], object: JsonObject) => string[];

export const limitRanger = definePlugin({
  name: 'LimitRanger',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  create: ({ stores }) => new LimitRanger(stores.lister('', 'limitranges')),
});

/** Enforces the limit ranges of a namespace on pods and volume claims, and applies their defaults to pods. */
class LimitRanger extends ListerHandler<LimitRange> {
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
    const ranges = await this.synced();
    for (const { spec } of ranges.inNamespace(attributes.namespace).values()) {
      const problems = use(spec?.limits ?? [], object);
      if (problems.length > 0) throw forbiddenBy(request, aggregateMessages(problems));
    }
  }
}

const completePod: RangeUse = (limits, pod) => {
  applyDefaultResources(pod as Pod, limits);
  return [];
};

const checkPod: RangeUse = (limits, pod) => limits.flatMap((item) => podProblems(item, pod as Pod));

const checkClaim: RangeUse = (limits, claim) =>
  limits.flatMap((item) => claimProblems(item, claim as PersistentVolumeClaim));

/** Resources of containers can be changed through the `resize` subresource only. */
function isPodWithResources({ attributes, operation }: AdmissionRequest): boolean {
  const { resource, subresource } = attributes;
  if (resource.resource !== 'pods' || resource.group !== '') return false;
  return operation === 'CREATE' ? subresource === '' : subresource === 'resize';
}
