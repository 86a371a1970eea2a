import type { GroupVersionResource } from '../../../../apimachinery/meta/index.js';
import type { QuotaEvaluator } from './evaluator.js';
import { objectCountEvaluator } from './object-count.js';
import { claimEvaluator } from './persistent-volume-claims.js';
import { podEvaluator } from './pods.js';
import { type ResourceClaimOptions, resourceClaimEvaluator } from './resource-claims.js';
import { serviceEvaluator } from './services.js';

export type { QuotaEvaluator } from './evaluator.js';

/** Not stored, or never counted. */
const ignored = new Set([
  'bindings',
  'componentstatuses',
  'events',
  'events.events.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'selfsubjectreviews.authentication.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
]);

/** Finds the quota evaluator of a resource; none for resources without quota. */
export class QuotaEvaluators {
  readonly #special: ReadonlyMap<string, QuotaEvaluator>;

  constructor(options: ResourceClaimOptions) {
    this.#special = new Map<string, QuotaEvaluator>([
      ['pods', podEvaluator(options.now)],
      ['services', serviceEvaluator],
      ['persistentvolumeclaims', claimEvaluator],
      ['resourceclaims.resource.k8s.io', resourceClaimEvaluator(options)],
    ]);
  }

  of({ group, resource }: GroupVersionResource): QuotaEvaluator | undefined {
    // Unambiguous: resource plurals contain no dot.
    const key = group === '' ? resource : `${resource}.${group}`;
    return ignored.has(key) ? undefined : (this.#special.get(key) ?? objectCountEvaluator(group, resource));
  }
}
