// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/interfaces.go (v1.36)

import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { Quantity } from '../../../../apimachinery/validation/index.js';
import type { AdmissionRequest } from '../../../../server/admission/index.js';
import type { Amounts } from '../../../pod-spec/index.js';
import type { ScopeRequirement } from '../quota.js';

/** Computes the quota usage of objects of one resource. */
export interface QuotaEvaluator<T extends JsonObject = JsonObject> {
  /** Whether a request can change quota usage. */
  handles(request: AdmissionRequest): boolean;
  /** Resolves when the methods below may be called; undefined: at once. */
  ready?(): Promise<void> | undefined;
  /** Whether objects of this resource use the named quota resource. */
  counts(name: string): boolean;
  isInScope(scope: ScopeRequirement, object: T): boolean;
  /** Returns which required fields the object lacks, if a quota counts the named resources. */
  problem?(names: ReadonlySet<string>, object: T): string | undefined;
  usage(object: T): Promise<Amounts> | Amounts;
}

export const one = Quantity.of(1n);

/** `count/pods`, `count/deployments.apps`. Unambiguous: resource plurals contain no dot. */
export function countName(group: string, plural: string): string {
  return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}

export function isCreation({ operation, attributes }: AdmissionRequest): boolean {
  return operation === 'CREATE' && attributes.subresource === '';
}

export function isWrite({ operation, attributes }: AdmissionRequest): boolean {
  return (operation === 'CREATE' || operation === 'UPDATE') && attributes.subresource === '';
}

/** Whether the names satisfy a scope requirement; false for unknown operators. */
export function matchesNames({ operator, values = [] }: ScopeRequirement, names: readonly string[]): boolean {
  switch (operator) {
    case 'Exists':
      return names.length > 0;
    case 'DoesNotExist':
      return names.length === 0;
    case 'In':
      return names.some((name) => values.includes(name));
    case 'NotIn':
      return names.length === 0 || names.some((name) => !values.includes(name));
    default:
      return false;
  }
}
