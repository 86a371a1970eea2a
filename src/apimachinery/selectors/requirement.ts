// Follows staging/src/k8s.io/apimachinery/pkg/labels/selector.go (v1.36)

import { compareBytes, trimLeft } from '../meta/index.js';
import {
  aggregateMessage,
  checkLabelValue,
  checkQualifiedName,
  type FieldError,
  FieldPath,
} from '../validation/index.js';
import { SelectorError } from './selector-error.js';

/** As in Kubernetes; `gt` and `lt` are written `>` and `<`. */
export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'gt' | 'lt' | 'exists' | '!';

export const binaryOperators: readonly LabelOperator[] = ['in', 'notin', '=', '==', '!=', 'gt', 'lt'];

/** One requirement on one label. Values are sorted and distinct. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

/** Returns a validated requirement. Throws SelectorError. */
export function newRequirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const errors = validateRequirement(key, operator, values);
  if (errors.length > 0) throw new SelectorError(aggregateMessage(errors));
  return { key, operator, values: [...new Set(values)].sort(compareBytes) };
}

const keyPath = FieldPath.of('key');
const operatorPath = FieldPath.of('operator');
const valuesPath = FieldPath.of('values');

function validateRequirement(key: string, operator: LabelOperator, values: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  const keyError = validateKey(key, keyPath);
  if (keyError) errors.push(keyError);
  errors.push(...validateValueCount(operator, values));
  for (const [index, value] of values.entries()) {
    const problems = checkLabelValue(value);
    if (problems.length > 0) errors.push(valuesPath.index(index).key(key).invalid(value, problems.join('; ')));
  }
  return errors;
}

export function validateKey(key: string, path: FieldPath): FieldError | undefined {
  const problems = checkQualifiedName(key);
  return problems.length > 0 ? path.invalid(key, problems.join('; ')) : undefined;
}

function validateValueCount(operator: LabelOperator, values: readonly string[]): FieldError[] {
  const wrong = (detail: string) => [valuesPath.invalid([...values], detail)];
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length === 0 ? wrong("for 'in', 'notin' operators, values set can't be empty") : [];
    case '=':
    case '==':
    case '!=':
      return values.length !== 1 ? wrong('exact-match compatibility requires one single value') : [];
    case 'exists':
    case '!':
      return values.length !== 0 ? wrong('values set must be empty for exists and does not exist') : [];
    case 'gt':
    case 'lt':
      return [
        ...(values.length !== 1 ? wrong("for 'Gt', 'Lt' operators, exactly one value is required") : []),
        ...values.flatMap(validateInteger),
      ];
    default:
      return [operatorPath.notSupported(operator, [...binaryOperators, 'exists', '!'])];
  }
}

function validateInteger(value: string, index: number): FieldError[] {
  if (parseInt64(value) !== undefined) return [];
  const detail = "for 'Gt', 'Lt' operators, the value must be an integer";
  return [valuesPath.index(index).invalid(value, detail)];
}

/** A decimal int64; a number if it is exact as a double, so that most comparisons need no bigint. */
function parseInt64(text: string): number | bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  if (text.length <= 15) return Number(text);
  const digits = trimLeft(text.replace(/^[+-]/, ''), '0');
  if (digits.length > 19) return undefined;
  const value = BigInt(text.startsWith('-') ? `-${digits}` : digits);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** `a=b`, `a in (b,c)`, `!a`, … */
export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      // Unambiguous: keys and values of labels have none of these marks.
      return `${key} ${operator} (${values.join(',')})`;
    case 'gt':
      return `${key}>${values.join(',')}`;
    case 'lt':
      return `${key}<${values.join(',')}`;
    default:
      return `${key}${operator}${values.join(',')}`;
  }
}

/** The same text for equivalent requirements: `a=b`, `a==b` and `a in (b)`. */
export function requirementKey(requirement: LabelRequirement): string {
  const { key, operator, values } = requirement;
  if (operator === '=' || operator === '==') return formatRequirement({ key, operator: 'in', values });
  if (operator === '!=') return formatRequirement({ key, operator: 'notin', values });
  return formatRequirement(requirement);
}

/** Values of labels, by key. */
export type Labels = Readonly<Record<string, string>>;
/** A term of a label selector. */
export type LabelTest = (labels: Labels) => boolean;

/**
 * Returns a function that tests one requirement. A label exists if its value is a string, which is also correct for
 * keys such as `constructor` that every object inherits.
 */
export function compileRequirement({ key, operator, values }: LabelRequirement): LabelTest {
  switch (operator) {
    case 'exists':
      return (labels) => typeof labels[key] === 'string';
    case '!':
      return (labels) => typeof labels[key] !== 'string';
    case 'gt':
    case 'lt':
      return compileComparison(key, operator, values[0] ?? '');
    case 'in':
    case '=':
    case '==':
      return compileMembership(key, values);
    default: {
      const isMember = compileMembership(key, values);
      return (labels) => !isMember(labels);
    }
  }
}

function compileMembership(key: string, values: readonly string[]): LabelTest {
  const [only] = values;
  if (values.length === 1) return (labels) => labels[key] === only;
  const set = new Set(values);
  return (labels) => set.has(labels[key] as string);
}

function compileComparison(key: string, operator: 'gt' | 'lt', bound: string): LabelTest {
  const limit = parseInt64(bound);
  if (limit === undefined) return () => false;
  return (labels) => {
    const label = labels[key];
    const value = typeof label === 'string' ? parseInt64(label) : undefined;
    return value !== undefined && (operator === 'gt' ? value > limit : value < limit);
  };
}
