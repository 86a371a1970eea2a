import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, type FieldPath, invalidValue, required } from '../../../../apimachinery/validation/index.js';
import { eachItem, oneOf } from '../../../field-checks.js';
import { validateMutatedOperations } from '../match-resources.js';
import { type Mutation, specOf } from './policy.js';
import { PolicyExpressions } from './policy-expressions.js';
import { specPath, validateCommon } from './validation.js';

const patchTypes = ['ApplyConfiguration', 'JSONPatch'];
const reinvocationPolicies = ['IfNeeded', 'Never'];

/** `old`: the stored policy, on update. */
export function validateMutatingPolicy(policy: JsonObject, old?: JsonObject): FieldError[] {
  const spec = specOf(policy);
  const { matchConstraints, mutations = [], reinvocationPolicy = '' } = spec;
  const expressions = new PolicyExpressions(policy, old);
  const matchErrors = validateMutatedOperations(matchConstraints, specPath.child('matchConstraints'));
  const place = specPath.child('mutations');
  const reinvocation = specPath.child('reinvocationPolicy');
  return [
    ...validateCommon(spec, expressions, matchErrors),
    ...(mutations.length === 0 ? [required(place, 'mutations must contain at least one item')] : []),
    ...eachItem(mutations, place, (mutation, item) => validateMutation(mutation, item, expressions)),
    ...(reinvocationPolicy === ''
      ? [required(reinvocation, '')]
      : oneOf(reinvocationPolicy, reinvocationPolicies, reinvocation)),
  ];
}

function validateMutation(mutation: Mutation, item: FieldPath, expressions: PolicyExpressions): FieldError[] {
  const { patchType } = mutation;
  if (patchType === '') return [required(item.child('patchType'), '')];
  const errors = oneOf(patchType, patchTypes, item.child('patchType'));
  if (errors.length > 0) return errors;
  const [used, other] =
    patchType === 'JSONPatch'
      ? (['jsonPatch', 'applyConfiguration'] as const)
      : (['applyConfiguration', 'jsonPatch'] as const);
  return [
    ...validatePatch(mutation, item, { used, expressions }),
    ...(mutation[other]
      ? [invalidValue(item.child(other), `{${other}}`, `must not be specified when patchType is ${patchType}`)]
      : []),
  ];
}

function validatePatch(
  mutation: Mutation,
  item: FieldPath,
  { used, expressions }: { used: 'jsonPatch' | 'applyConfiguration'; expressions: PolicyExpressions },
): FieldError[] {
  const patch = mutation[used];
  if (!patch) return [required(item.child(used), `must be specified when patchType is ${mutation.patchType}`)];
  const source = patch.expression?.trim() ?? '';
  const place = item.child(used, 'expression');
  return source === '' ? [required(place, '')] : expressions.check(used, source, place);
}
