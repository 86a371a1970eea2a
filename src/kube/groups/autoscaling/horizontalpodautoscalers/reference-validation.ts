// Follows pkg/apis/autoscaling/validation/validation.go (v1.36)

import type { CrossVersionObjectReference } from '../../../../api/autoscaling/v2.js';
import { checkPathSegmentName, type FieldError, type FieldPath } from '../../../../apimachinery/validation/index.js';
import { checkedRequired } from '../../../field-checks.js';

export interface ReferenceRules {
  readonly allowsEmptyGroup?: boolean;
  /** Allows values that are already stored. */
  readonly allowsAnyVersion?: boolean;
}

export function validateReference(
  { kind, name, apiVersion = '' }: CrossVersionObjectReference,
  path: FieldPath,
  rules: ReferenceRules,
): FieldError[] {
  const problem = rules.allowsAnyVersion ? undefined : versionProblem(apiVersion, rules);
  return [
    ...checkedRequired(kind, checkPathSegmentName, path.child('kind')),
    ...checkedRequired(name, checkPathSegmentName, path.child('name')),
    ...(problem === undefined ? [] : [path.child('apiVersion').invalid(apiVersion, problem)]),
  ];
}

function versionProblem(apiVersion: string, { allowsEmptyGroup = false }: ReferenceRules): string | undefined {
  const parts = apiVersion.split('/');
  if (parts.length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  const hasGroup = parts.length === 2 && parts[0] !== '';
  return hasGroup || allowsEmptyGroup ? undefined : 'apiVersion must specify API group';
}
