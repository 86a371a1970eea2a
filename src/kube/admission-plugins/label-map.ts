// Follows staging/src/k8s.io/apimachinery/pkg/labels/labels.go (v1.36)

import {
  checkLabelValue,
  checkQualifiedName,
  FieldPath,
  fieldErrorMessage,
} from '../../apimachinery/validation/index.js';

/** Parses labels in the form `key=value,key=value`. Throws an error that describes the problem. */
export function parseLabelMap(text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  if (text === '') return labels;
  for (const label of text.split(',')) {
    const parts = label.split('=');
    if (parts.length !== 2) throw new Error(`invalid selector: [${parts.join(' ')}]`);
    const [key = '', value = ''] = parts.map((part) => part.trim());
    refuse(checkQualifiedName(key), '<nil>', key);
    refuse(checkLabelValue(value), `[${key}]`, value);
    labels.set(key, value);
  }
  return labels;
}

function refuse(problems: readonly string[], field: string, value: string): void {
  if (problems.length === 0) return;
  throw new Error(fieldErrorMessage(FieldPath.of(field).invalid(value, problems.join('; '))));
}
