// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (v1.36)

import { compareBytes, goQuote } from '../meta/index.js';
import {
  checkLabelValue,
  type FieldError,
  type FieldPath,
  validateLabelName,
  validateLabels,
} from '../validation/index.js';
import { LabelSelector } from './label-selector.js';
import { type LabelOperator, type LabelRequirement, newRequirement } from './requirement.js';
import { SelectorError } from './selector-error.js';

/** A requirement of a label selector object, such as `{ key, operator: 'In', values }`. */
export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {});
  readonly values?: readonly string[] | null;
}

/** metav1.LabelSelector: a selector in an object. */
export interface LabelSelectorSpec {
  readonly matchLabels?: Readonly<Record<string, string>> | null;
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | null;
}

const operators = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/** An unset spec selects nothing, an empty one everything. Throws SelectorError. */
export function labelSelectorFromSpec(spec: LabelSelectorSpec | null | undefined): LabelSelector {
  if (spec === null || spec === undefined) return LabelSelector.nothing;
  return LabelSelector.of([
    ...Object.entries(spec.matchLabels ?? {}).map(([key, value]) => newRequirement(key, '=', [value])),
    ...(spec.matchExpressions ?? []).map(requirementFromExpression),
  ]);
}

function requirementFromExpression({ key = '', operator = '', values }: LabelSelectorRequirement): LabelRequirement {
  const known = operators.get(operator);
  if (known === undefined) throw new SelectorError(`${goQuote(operator)} is not a valid label selector operator`);
  return newRequirement(key, known, values ?? []);
}

/** As in tables: `<none>` if it is unset or selects everything, `<error>` if it is invalid. */
export function formatLabelSelectorSpec(spec: LabelSelectorSpec | null | undefined): string {
  try {
    return labelSelectorFromSpec(spec).toString() || '<none>';
  } catch (error) {
    if (error instanceof SelectorError) return '<error>';
    throw error;
  }
}

/** How strictly a label selector is validated. */
export interface LabelSelectorRules {
  /** For objects that were stored before values were validated. */
  readonly allowInvalidValues?: boolean;
}

/** Validates a selector in an object. */
export function validateLabelSelector(
  spec: LabelSelectorSpec,
  path: FieldPath,
  rules: LabelSelectorRules = {},
): FieldError[] {
  const expressions = path.child('matchExpressions');
  return [
    ...validateLabels(spec.matchLabels ?? {}, path.child('matchLabels')),
    ...(spec.matchExpressions ?? []).flatMap((expression, index) =>
      validateExpression(expression, expressions.index(index), rules),
    ),
  ];
}

function validateExpression(
  { key = '', operator = '', values }: LabelSelectorRequirement,
  path: FieldPath,
  { allowInvalidValues = false }: LabelSelectorRules,
): FieldError[] {
  const list = values ?? [];
  const errors = [...validateOperator(operator, list, path), ...validateLabelName(key, path.child('key'))];
  if (allowInvalidValues) return errors;
  for (const [index, value] of list.entries()) {
    for (const problem of checkLabelValue(value)) {
      errors.push(path.child('values').index(index).invalid(value, problem));
    }
  }
  return errors;
}

function validateOperator(operator: string, values: readonly string[], path: FieldPath): FieldError[] {
  const isSet = operator === 'In' || operator === 'NotIn';
  if (!operators.has(operator)) return [path.child('operator').invalid(operator, 'not a valid selector operator')];
  if (isSet && values.length === 0) {
    return [path.child('values').required("must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (!isSet && values.length > 0) {
    return [path.child('values').forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  }
  return [];
}

/** The text of a pointer to a selector, as Go prints it. */
export function goLabelSelectorText(spec: LabelSelectorSpec | null | undefined): string {
  if (!spec) return 'nil';
  const labels = Object.entries(spec.matchLabels ?? {})
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (spec.matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
