// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Namespace } from '../../../../api/core/v1.js';
import { checkQualifiedName, type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext } from '../../../../server/registry/index.js';
import { eachItem } from '../../../field-checks.js';
import { checkFinalizerName, updateValidation, validateMetadataUpdate, validation } from '../../../validation.js';

const finalizersPath = FieldPath.of('spec', 'finalizers');

export const validateNamespace = validation<Namespace>((namespace) => {
  const { finalizers = [] } = namespace.spec;
  return finalizers.flatMap((name) => finalizerErrors(name, finalizersPath));
});

function finalizerErrors(name: string, path: FieldPath): FieldError[] {
  return [...path.check(name, checkQualifiedName), ...path.check(name, checkFinalizerName)];
}

export function validateNamespaceUpdate(
  { object }: Replacement<Namespace>,
  context: UpdateValidationContext,
): FieldError[] {
  return [...validateNamespace(object, context), ...validateMetadataUpdate(object, context)];
}

export const validateFinalizing = updateValidation<Namespace>(({ object }) =>
  eachItem(object.spec.finalizers, finalizersPath, finalizerErrors),
);

export const validateNamespaceStatus = updateValidation<Namespace>(({ object }) => validatePhase(object));

/** The phase must be Terminating if and only if the namespace is being deleted. */
function validatePhase({ metadata, status: { phase = '' } }: Namespace): FieldError[] {
  const isEnding = Boolean(metadata.deletionTimestamp);
  if (phase === (isEnding ? 'Terminating' : 'Active')) return [];
  const problem = isEnding
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty";
  return [FieldPath.of('status', 'Phase').invalid(phase, problem)];
}
