// Follows pkg/apis/resource/validation/validation.go (v1.36)

import { type FieldError, type FieldPath, validateLabelName } from '../../../apimachinery/validation/index.js';
import { duplicates, eachItem } from '../../field-checks.js';
import { asGiven } from '../../types/index.js';
import { validateList } from './list-rules.js';

/** Conditions that must, or must not, be true before a device is bound. */
export interface BindingConditions {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

const maxConditions = 4;

export function validateBindingConditions(given: BindingConditions, path: FieldPath): FieldError[] {
  const { bindingConditions: good = [], bindingFailureConditions: bad = [] } = given;
  const [goodPath, badPath] = [path.child('bindingConditions'), path.child('bindingFailureConditions')];
  const rules = { max: maxConditions, check: validateLabelName };
  const wanted = new Set(good);
  const overlap = 'bindingFailureConditions must not overlap with bindingConditions';
  const errors = [
    ...validateList(good, goodPath, rules),
    ...validateList(bad, badPath, rules),
    ...repeated(good, goodPath),
    ...repeated(bad, badPath),
    ...eachItem(bad, badPath, (name, place) => (wanted.has(name) ? [place.invalid(name, overlap)] : [])),
  ];
  if (good.length === 0 && bad.length > 0) {
    errors.push(
      goodPath.invalid(
        asGiven(given, 'bindingConditions', []),
        'bindingConditions are required to use bindingFailureConditions',
      ),
    );
  }
  if (bad.length === 0 && good.length > 0) {
    errors.push(
      badPath.invalid(
        asGiven(given, 'bindingFailureConditions', []),
        'bindingFailureConditions are required to use bindingConditions',
      ),
    );
  }
  return errors;
}

function repeated(names: readonly string[], path: FieldPath): FieldError[] {
  const duplicated = duplicates();
  return eachItem(names, path, (name, place) => duplicated(name, place));
}
