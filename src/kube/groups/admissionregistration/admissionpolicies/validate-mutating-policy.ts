// Follows pkg/apis/admissionregistration/validation/validation.go (v1.36)

import type { MutatingAdmissionPolicy, Mutation } from '../../../../api/admissionregistration/v1.js';
import type { FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { eachItem, requiredOneOf, validateRequired } from '../../../field-checks.js';
import { validateMutatedOperations } from '../match-resources.js';
import { PolicyExpressions } from './policy-expressions.js';
import { specPath, validateCommon } from './validation.js';

const patchTypes = ['ApplyConfiguration', 'JSONPatch'];
const reinvocationPolicies = ['IfNeeded', 'Never'];

/** `old`: the stored policy, on update. */
export function validateMutatingPolicy(
  { spec }: MutatingAdmissionPolicy,
  context: ValidationContext,
  old?: MutatingAdmissionPolicy,
): FieldError[] {
  const { matchConstraints, mutations = [], reinvocationPolicy } = spec;
  const matchErrors = validateMutatedOperations(matchConstraints, specPath.child('matchConstraints'));
  const { errors, expressions } = validateCommon(spec, new PolicyExpressions(spec, old?.spec), matchErrors);
  const place = specPath.child('mutations');
  return [
    ...context.validateMetadata(),
    ...errors,
    ...validateRequired(mutations, place, 'mutations must contain at least one item'),
    ...eachItem(mutations, place, (mutation, item) => validateMutation(mutation, item, expressions)),
    ...requiredOneOf(reinvocationPolicy, reinvocationPolicies, specPath.child('reinvocationPolicy')),
  ];
}

function validateMutation(mutation: Mutation, item: FieldPath, expressions: PolicyExpressions): FieldError[] {
  const { patchType } = mutation;
  const errors = requiredOneOf(patchType, patchTypes, item.child('patchType'));
  if (errors.length > 0) return errors;
  const [used, other] =
    patchType === 'JSONPatch'
      ? (['jsonPatch', 'applyConfiguration'] as const)
      : (['applyConfiguration', 'jsonPatch'] as const);
  return [
    ...validatePatch(mutation, item, { used, expressions }),
    ...(mutation[other]
      ? [item.child(other).invalid(`{${other}}`, `must not be specified when patchType is ${patchType}`)]
      : []),
  ];
}

function validatePatch(
  mutation: Mutation,
  item: FieldPath,
  { used, expressions }: { used: 'jsonPatch' | 'applyConfiguration'; expressions: PolicyExpressions },
): FieldError[] {
  const patch = mutation[used];
  if (!patch) return [item.child(used).required(`must be specified when patchType is ${mutation.patchType}`)];
  const source = patch.expression?.trim() ?? '';
  const place = item.child(used, 'expression');
  return source === '' ? [place.required()] : expressions.check(used, source, place);
}
