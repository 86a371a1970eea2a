// Follows pkg/apis/core/validation/validation.go (v1.36)

import { type JsonObject, metadataOf } from '../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../server/registry/index.js';

const standardFinalizers = ['kubernetes', 'orphan', 'foregroundDeletion'];
const finalizersPath = FieldPath.of('metadata', 'finalizers');

type Validate<Type> = (object: Type, context: ValidationContext) => readonly FieldError[];
type ValidateUpdate<Type> = (change: Replacement<Type>, context: UpdateValidationContext) => readonly FieldError[];

/** The validation of a new object: its metadata as most built-in kinds validate it, then the rest. */
export function validation<Type extends JsonObject>(validate: Validate<Type>) {
  return (object: Type, context: ValidationContext): FieldError[] => [
    ...validateMetadata(object, context),
    ...validate(object, context),
  ];
}

/** The same for an object that replaces an older one. */
export function updateValidation<Type extends JsonObject>(validate: ValidateUpdate<Type>) {
  return (change: Replacement<Type>, context: UpdateValidationContext): FieldError[] => [
    ...validateMetadataUpdate(change.object, context),
    ...validate(change, context),
  ];
}

/**
 * Metadata of a new object as most built-in kinds validate it: finalizers must be standard ones or qualified with a
 * domain. Kinds without that rule call `context.validateMetadata()`.
 */
export function validateMetadata(object: JsonObject, context: ValidationContext): FieldError[] {
  return [...context.validateMetadata(), ...validateFinalizerNames(object)];
}

/** The same for metadata that replaces older metadata. */
export function validateMetadataUpdate(object: JsonObject, context: UpdateValidationContext): FieldError[] {
  return [...context.validateMetadataUpdate(), ...validateFinalizerNames(object)];
}

/** A finalizer must be a standard one or be qualified with a domain. */
export function checkFinalizerName(name: string): readonly string[] {
  if (name.includes('/') || standardFinalizers.includes(name)) return [];
  return ['name is neither a standard finalizer name nor is it fully qualified'];
}

function validateFinalizerNames(object: JsonObject): FieldError[] {
  return (metadataOf(object).finalizers ?? []).flatMap((name, index) =>
    finalizersPath.index(index).check(name, checkFinalizerName),
  );
}
