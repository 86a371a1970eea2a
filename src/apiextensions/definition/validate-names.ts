// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { checkDns1035Label, type FieldError, type FieldPath } from '../../apimachinery/validation/index.js';
import type { DefinitionNames } from './custom-resource-definition.js';

/** Checks names that a definition must have; accepted names may still be unset. */
export function requireNames(names: DefinitionNames, path: FieldPath): FieldError[] {
  return (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((name) => !names[name])
    .map((name) => path.child(name).required());
}

export function validateNames(names: DefinitionNames, path: FieldPath): FieldError[] {
  const { plural, singular = '', kind, listKind = '', shortNames = [], categories = [] } = names;
  return [
    ...(plural === '' ? [] : validateLabel(plural, path.child('plural'))),
    ...(singular === '' ? [] : validateLabel(singular, path.child('singular'))),
    ...(kind === '' ? [] : validateKind(kind, path.child('kind'))),
    ...(listKind === '' ? [] : validateKind(listKind, path.child('listKind'))),
    ...shortNames.flatMap((name, index) => validateLabel(name, path.child('shortNames').index(index))),
    ...(kind !== '' && kind === listKind
      ? [path.child('listKind').invalid(listKind, 'kind and listKind may not be the same')]
      : []),
    ...categories.flatMap((name, index) => validateLabel(name, path.child('categories').index(index))),
  ];
}

/** Reports all problems of a name as one error. */
export function validateLabel(name: string, path: FieldPath): FieldError[] {
  const problems = checkDns1035Label(name);
  return problems.length === 0 ? [] : [path.invalid(name, problems.join(','))];
}

function validateKind(kind: string, path: FieldPath): FieldError[] {
  const problems = checkDns1035Label(kind.toLowerCase());
  if (problems.length === 0) return [];
  return [path.invalid(kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}
