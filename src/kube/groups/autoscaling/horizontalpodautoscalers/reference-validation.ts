import {
  checkPathSegmentName,
  type FieldError,
  type FieldPath,
  invalidValue,
  required,
} from '../../../../apimachinery/validation/index.js';
import { checked } from '../../../field-checks.js';
import type { TargetReference } from './autoscaler.js';

export interface ReferenceRules {
  readonly allowsEmptyGroup?: boolean;
  /** Allows values that are already stored. */
  readonly allowsAnyVersion?: boolean;
}

export function validateReference(reference: TargetReference, path: FieldPath, rules: ReferenceRules): FieldError[] {
  const { kind, name, apiVersion = '' } = reference;
  const problem = rules.allowsAnyVersion ? undefined : versionProblem(apiVersion, rules);
  return [
    ...(kind === '' ? [required(path.child('kind'), '')] : checked(kind, checkPathSegmentName, path.child('kind'))),
    ...(name === '' ? [required(path.child('name'), '')] : checked(name, checkPathSegmentName, path.child('name'))),
    ...(problem === undefined ? [] : [invalidValue(path.child('apiVersion'), apiVersion, problem)]),
  ];
}

function versionProblem(apiVersion: string, { allowsEmptyGroup = false }: ReferenceRules): string | undefined {
  const parts = apiVersion.split('/');
  if (parts.length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  const hasGroup = parts.length === 2 && parts[0] !== '';
  return hasGroup || allowsEmptyGroup ? undefined : 'apiVersion must specify API group';
}
