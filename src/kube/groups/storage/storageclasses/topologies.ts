// Follows pkg/apis/storage/validation/validation.go (v1.36)

import type { TopologySelectorTerm } from '../../../../api/core/v1.js';
import { type FieldError, type FieldPath, validateLabelName } from '../../../../apimachinery/validation/index.js';
import { duplicates, eachItem } from '../../../field-checks.js';

/** Limits the errors for one duplicate term, so that the cost stays linear. */
const maxNamed = 100;

/** Terms must be unique; an empty term counts as a duplicate. */
export function validateTopologies(terms: readonly TopologySelectorTerm[], path: FieldPath): FieldError[] {
  // Upstream compares each term with the preceding ones and with as many empty ones as there are terms.
  const times = new Map([[meaningOf({}), Math.min(terms.length, maxNamed)]]);
  return eachItem(terms, path, (term, place) => {
    const expressions = place.child('matchLabelExpressions');
    const meaning = meaningOf(term);
    const known = times.get(meaning) ?? 0;
    times.set(meaning, Math.min(known + 1, maxNamed));
    return [...termErrors(term, expressions), ...Array.from({ length: known }, () => expressions.duplicate(''))];
  });
}

/** Returns a canonical text, independent of order; of duplicate keys, the last one counts. */
function meaningOf({ matchLabelExpressions = [] }: TopologySelectorTerm): string {
  const valuesOf = new Map(matchLabelExpressions.map(({ key, values }) => [key, [...new Set(values)].sort()]));
  return JSON.stringify([...valuesOf].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function termErrors({ matchLabelExpressions = [] }: TopologySelectorTerm, path: FieldPath): FieldError[] {
  const duplicated = duplicates();
  return eachItem(matchLabelExpressions, path, ({ key, values }, place) => {
    const errors = [...valueErrors(values ?? [], place.child('values')), ...validateLabelName(key, place.child('key'))];
    errors.push(...duplicated(key, place.child('key')));
    return errors;
  });
}

function valueErrors(values: readonly string[], path: FieldPath): FieldError[] {
  if (values.length === 0) return [path.required()];
  const duplicated = duplicates();
  return eachItem(values, path, (value, place) => duplicated(value, place));
}
