// Follows pkg/apis/batch/validation/validation.go (v1.36)

import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicyRule,
} from '../../../../api/batch/v1.js';
import {
  checkQualifiedName,
  conditionStatuses,
  type FieldError,
  type FieldPath,
  validateNonnegative,
} from '../../../../apimachinery/validation/index.js';
import { eachItem } from '../../../field-checks.js';
import { goValue } from '../../../types/index.js';
import { countIndexes, IndexesError, parseIndexes } from './indexes.js';

const [maxRules, maxExitCodes, maxConditions, maxIndexesLength] = [20, 255, 20, 64 * 1024];
const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const operators = ['In', 'NotIn'];

/** Validates the pod failure policy. */
export function validateFailurePolicy(spec: JobSpec, path: FieldPath): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const rulesPath = path.child('rules');
  const { containers, initContainers } = spec.template.spec;
  const names = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name));
  return [
    ...(rules.length > maxRules ? [rulesPath.tooMany(rules.length, maxRules)] : []),
    ...eachItem(rules, rulesPath, (rule, place) => [
      ...actionErrors(rule, place.child('action'), spec),
      ...(rule.onExitCodes ? exitCodeErrors(rule.onExitCodes, place.child('onExitCodes'), names) : []),
      ...conditionErrors(rule.onPodConditions ?? [], place.child('onPodConditions')),
      ...choiceErrors(rule, place),
    ]),
  ];
}

function listed(values: readonly string[]): string {
  return `valid values: [${values.map((value) => JSON.stringify(value)).join(' ')}]`;
}

function actionErrors(
  { action }: PodFailurePolicyRule,
  path: FieldPath,
  { backoffLimitPerIndex }: JobSpec,
): FieldError[] {
  if (!action) return [path.required(listed(actions))];
  if (!actions.includes(action)) return [path.notSupported(action, actions)];
  if (action !== 'FailIndex' || backoffLimitPerIndex !== undefined) return [];
  return [path.invalid(action, 'requires the backoffLimitPerIndex to be set')];
}

function choiceErrors({ onExitCodes, onPodConditions = [] }: PodFailurePolicyRule, path: FieldPath): FieldError[] {
  if ((onExitCodes !== undefined) !== onPodConditions.length > 0) return [];
  const detail = onExitCodes
    ? 'specifying both OnExitCodes and OnPodConditions is not supported'
    : 'specifying one of OnExitCodes and OnPodConditions is required';
  return [path.invalid(undefined, detail)];
}

function exitCodeErrors(
  { operator, containerName, values: given }: PodFailurePolicyOnExitCodesRequirement,
  path: FieldPath,
  names: ReadonlySet<string>,
): FieldError[] {
  const values = given ?? [];
  const errors: FieldError[] = [];
  if (!operator) errors.push(path.child('operator').required(listed(operators)));
  else if (!operators.includes(operator)) errors.push(path.child('operator').notSupported(operator, operators));
  if (containerName !== undefined && !names.has(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(path.child('containerName').invalid(containerName, detail));
  }
  const valuesPath = path.child('values');
  if (values.length === 0) errors.push(valuesPath.invalid(given, 'at least one value is required'));
  else if (values.length > maxExitCodes) errors.push(valuesPath.tooMany(values.length, maxExitCodes));
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    const place = valuesPath.index(index);
    if (operator === 'In' && value === 0) {
      errors.push(place.invalid(value, 'must not be 0 for the In operator'));
    }
    if (seen.has(value)) errors.push(place.duplicate(value));
    seen.add(value);
  }
  const isOrdered = values.every((value, index) => index === 0 || values[index - 1]! <= value);
  return isOrdered ? errors : [...errors, valuesPath.invalid(values, 'must be ordered')];
}

function conditionErrors(patterns: readonly PodFailurePolicyOnPodConditionsPattern[], path: FieldPath): FieldError[] {
  return [
    ...(patterns.length > maxConditions ? [path.tooMany(patterns.length, maxConditions)] : []),
    ...eachItem(patterns, path, ({ type, status }, place) => {
      const errors = place.child('type').check(type, checkQualifiedName);
      if (!status) return [...errors, place.child('status').required(listed(conditionStatuses))];
      return conditionStatuses.includes(status)
        ? errors
        : [...errors, place.child('status').notSupported(status, conditionStatuses)];
    }),
  ];
}

/** Validates the success policy of an indexed job. */
export function validateSuccessPolicy(spec: JobSpec, path: FieldPath): FieldError[] {
  const rules = spec.successPolicy?.rules ?? [];
  const rulesPath = path.child('rules');
  const errors: FieldError[] = [];
  if (spec.completionMode !== 'Indexed') {
    const shown = goValue('batch/v1.SuccessPolicy', spec.successPolicy);
    return [path.invalid(shown, 'requires indexed completion mode')];
  }
  if (rules.length === 0) {
    const detail = 'at least one rules must be specified when the successPolicy is specified';
    errors.push(rulesPath.required(detail));
  }
  if (rules.length > maxRules) errors.push(rulesPath.tooMany(rules.length, maxRules));
  return [...errors, ...eachItem(rules, rulesPath, (rule, place) => successErrors(rule, place, spec.completions ?? 0))];
}

function successErrors(
  { succeededIndexes: indexes, succeededCount: count }: SuccessPolicyRule,
  path: FieldPath,
  completions: number,
): FieldError[] {
  if (count === undefined && indexes === undefined) {
    return [path.required('at least one of succeededCount or succeededIndexes must be specified')];
  }
  const errors: FieldError[] = [];
  let total = 0;
  if (indexes !== undefined) {
    const indexesPath = path.child('succeededIndexes');
    if (indexes.length > maxIndexesLength) errors.push(indexesPath.tooLong(maxIndexesLength));
    const parsed = tryIndexes(indexes, completions);
    if (typeof parsed === 'number') total = parsed;
    else errors.push(indexesPath.invalid(indexes, `error parsing succeededIndexes: ${parsed.message}`));
  }
  if (count === undefined) return errors;
  const countPath = path.child('succeededCount');
  errors.push(...validateNonnegative(count, countPath));
  const atMost = (limit: number, what: string): FieldError =>
    countPath.invalid(count, `must be less than or equal to ${limit} (the number of ${what})`);
  if (count > completions) errors.push(atMost(completions, 'specified completions'));
  if (indexes !== undefined && count > total) {
    errors.push(atMost(total, 'indexes in the specified succeededIndexes field'));
  }
  return errors;
}

function tryIndexes(text: string, completions: number): number | IndexesError {
  try {
    return countIndexes(parseIndexes(text, completions));
  } catch (error) {
    if (error instanceof IndexesError) return error;
    throw error;
  }
}
