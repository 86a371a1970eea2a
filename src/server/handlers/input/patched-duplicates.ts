// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go (v1.36)

import { goQuote } from '../../../apimachinery/meta/index.js';
import type { JsonPatchOperation } from '../../../apimachinery/patch/index.js';

const reported = /^json patch duplicate field "\[(\d{1,9})\]\.value([.[].*)"$/;

/**
 * Adds the duplicate fields of the patched object to the problems of a JSON patch: upstream keeps the text of values,
 * and finds the duplicates in them again.
 */
export function withPatchedDuplicates(
  problems: readonly string[],
  patch: readonly JsonPatchOperation[],
): readonly string[] {
  const again = problems.flatMap((problem) => {
    const [, index = '', rest = ''] = reported.exec(problem) ?? [];
    const path = rest && patch[Number(index)]?.path;
    return typeof path === 'string' && path ? [`duplicate field ${goQuote(fieldOf(path) + rest)}`] : [];
  });
  return again.length === 0 ? problems : [...problems, ...again];
}

/** The field that a pointer such as `/spec/list/0` names: `spec.list[0]`. */
function fieldOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.map((name, at) => (/^\d+$/.test(name) ? `[${name}]` : at === 0 ? name : `.${name}`)).join('');
}
