// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { isPrintable } from '../../apimachinery/meta/index.js';

const maxLength = 256;

/** Validates the deprecation warning of a version. */
export function deprecationWarningProblems(isDeprecated: boolean, warning: string | undefined): string[] {
  if (warning === undefined) return [];
  if (!isDeprecated) return ['can only be set for deprecated versions'];
  const problems: string[] = [];
  if (Buffer.byteLength(warning) > maxLength) problems.push(`must be <= ${maxLength} characters long`);
  if (warning === '') problems.push('must not be an empty string');
  const index = firstUnprintable(warning);
  if (index !== undefined) {
    problems.push(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
  }
  return problems;
}

/** Returns its offset in bytes. */
function firstUnprintable(text: string): number | undefined {
  let index = 0;
  for (const character of text) {
    if (!isPrintable(character)) return index;
    index += Buffer.byteLength(character);
  }
  return undefined;
}
