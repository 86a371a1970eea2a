// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/validator.go (v1.36)

import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { ScaleSubresource } from '../definition/index.js';
import { AccessError, nestedValue } from './go-value.js';

const maxReplicas = 0x7fff_ffff;

/** The desired replicas must be a number that a Scale can hold. */
export function validateScaleSpec(object: JsonObject, scale: ScaleSubresource): FieldError[] {
  return validateReplicas(object, scale.specReplicasPath);
}

/** The actual replicas must be such a number too, and the selector a string. */
export function validateScaleStatus(object: JsonObject, scale: ScaleSubresource): FieldError[] {
  const { statusReplicasPath, labelSelectorPath } = scale;
  const errors = validateReplicas(object, statusReplicasPath);
  if (labelSelectorPath === undefined) return errors;
  return [
    ...errors,
    ...accessErrors(labelSelectorPath, '', () => {
      const path = stepsOf(labelSelectorPath);
      const selector = nestedValue(object, path);
      if (selector !== undefined && typeof selector !== 'string') throw new AccessError(path, selector, 'string');
    }),
  ];
}

function validateReplicas(object: JsonObject, path: string): FieldError[] {
  const at = FieldPath.of(path);
  let replicas: number | bigint = 0;
  const errors = accessErrors(path, 0, () => {
    replicas = integerOf(nestedValue(object, stepsOf(path)), stepsOf(path));
  });
  if (errors.length > 0) return errors;
  if (replicas < 0) return [at.invalid(replicas, 'should be a non-negative integer')];
  if (replicas > maxReplicas) return [at.invalid(replicas, `should be less than or equal to ${maxReplicas}`)];
  return [];
}

function integerOf(value: JsonValue | undefined, path: readonly string[]): number | bigint {
  if (value === undefined) return 0;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return value as number | bigint;
  throw new AccessError(path, value, 'int64');
}

/** Returns errors of accessing a value; they show Go's zero value. */
function accessErrors(path: string, empty: JsonValue, access: () => void): FieldError[] {
  try {
    access();
    return [];
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    return [FieldPath.of(path).invalid(empty, error.message)];
  }
}

function stepsOf(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}
