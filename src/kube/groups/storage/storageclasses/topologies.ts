import {
  duplicate,
  type FieldError,
  type FieldPath,
  required,
  validateLabelName,
} from '../../../../apimachinery/validation/index.js';
import { eachItem, repetitionsIn } from '../../../rules.js';

export interface TopologyTerm {
  readonly matchLabelExpressions?: readonly TopologyRequirement[];
}

interface TopologyRequirement {
  readonly key: string;
  readonly values: readonly string[] | null;
}

/** Terms of which no two say the same; one that says nothing counts as said before. */
export function validateTopologies(terms: readonly TopologyTerm[], path: FieldPath): FieldError[] {
  const isRepeated = repetitionsIn(terms.map(meaningOf));
  return eachItem(terms, path, (term, place, index) => {
    const expressions = place.child('matchLabelExpressions');
    const errors = termErrors(term, expressions);
    return isRepeated[index] || !term.matchLabelExpressions?.length ? [...errors, duplicate(expressions, '')] : errors;
  });
}

/** The same text for terms that say the same in another order; of a key that is there twice the last counts. */
function meaningOf({ matchLabelExpressions = [] }: TopologyTerm): string {
  const valuesOf = new Map(matchLabelExpressions.map(({ key, values }) => [key, [...new Set(values)].sort()]));
  return JSON.stringify([...valuesOf].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function termErrors({ matchLabelExpressions = [] }: TopologyTerm, path: FieldPath): FieldError[] {
  const keys = new Set<string>();
  return eachItem(matchLabelExpressions, path, ({ key, values }, place) => {
    const errors = [...valueErrors(values ?? [], place.child('values')), ...validateLabelName(key, place.child('key'))];
    if (keys.has(key)) errors.push(duplicate(place.child('key'), key));
    keys.add(key);
    return errors;
  });
}

function valueErrors(values: readonly string[], path: FieldPath): FieldError[] {
  if (values.length === 0) return [required(path, '')];
  const seen = new Set<string>();
  return eachItem(values, path, (value, place) => {
    if (seen.has(value)) return [duplicate(place, value)];
    seen.add(value);
    return [];
  });
}
