import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { Quantity } from '../../../../apimachinery/validation/index.js';
import type { AdmissionRequest } from '../../../../server/admission/index.js';
import type { Amounts } from '../../../pod-spec/index.js';
import type { ScopeRequirement } from '../quota.js';

/** Knows what objects of one resource use. */
export interface QuotaEvaluator {
  /** Whether what a request does can make a difference to a quota. */
  handles(request: AdmissionRequest): boolean;
  /** Undefined, or resolves, when the others may be asked. */
  ready?(): Promise<void> | undefined;
  /** Whether objects of this resource use what a quota names so. */
  counts(name: string): boolean;
  isInScope(scope: ScopeRequirement, object: JsonObject): boolean;
  /** What an object leaves out that it has to say where a quota is about these. */
  problem?(names: ReadonlySet<string>, object: JsonObject): string | undefined;
  usage(object: JsonObject): Promise<Amounts> | Amounts;
}

export const one = Quantity.of(1n);

/** `count/pods`, `count/deployments.apps`. Unambiguous: plurals of what is served have no dot. */
export function countName(group: string, plural: string): string {
  return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}

export function isCreation({ operation, attributes }: AdmissionRequest): boolean {
  return operation === 'CREATE' && attributes.subresource === '';
}

export function isWrite({ operation, attributes }: AdmissionRequest): boolean {
  return (operation === 'CREATE' || operation === 'UPDATE') && attributes.subresource === '';
}

/** Whether names fulfil what a scope requires of them, if it is a matter of names at all. */
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
