import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkQualifiedName,
  type FieldError,
  FieldPath,
  invalidValue,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { checkFinalizerName } from '../../../metadata-checks.js';

export function validateNamespace(namespace: JsonObject): FieldError[] {
  const path = FieldPath.of('spec', 'finalizers');
  return listIn(objectIn(namespace['spec'])['finalizers']).flatMap((name) => finalizerErrors(textIn(name), path));
}

function finalizerErrors(name: string, path: FieldPath): FieldError[] {
  const problems = [...checkQualifiedName(name), ...checkFinalizerName(name)];
  return problems.map((problem) => invalidValue(path, name, problem));
}

export function validateFinalizing({ object }: Replacement): FieldError[] {
  const path = FieldPath.of('spec', 'finalizers');
  return listIn(objectIn(object['spec'])['finalizers']).flatMap((name, index) =>
    finalizerErrors(textIn(name), path.index(index)),
  );
}

/** The phase must be Terminating if and only if the namespace is being deleted. */
export function validateNamespaceStatus({ object }: Replacement): FieldError[] {
  const phase = textIn(objectIn(object['status'])['phase']);
  const isEnding = Boolean(objectIn(object['metadata'])['deletionTimestamp']);
  if (phase === (isEnding ? 'Terminating' : 'Active')) return [];
  const problem = isEnding
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty";
  return [invalidValue(FieldPath.of('status', 'Phase'), phase, problem)];
}
