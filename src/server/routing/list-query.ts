// Follows staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go (v1.36)

import { isInt64 } from '../../apimachinery/meta/index.js';
import { parseFieldSelector, parseLabelSelector, SelectorError } from '../../apimachinery/selectors/index.js';
import { checkPathSegmentName } from '../../apimachinery/validation/index.js';
import { queryLimits } from './query-limits.js';

/** Returns the first value of a query parameter, or null; implemented by URLSearchParams. */
export interface QueryReader {
  get(name: string): string | null;
}

/**
 * The name that the field selector of a list or watch requires, so that access to that object can be authorized; '' if
 * there is none, or if any of the options is invalid (the request fails later, with a better message).
 */
export function nameFromSelector(query: QueryReader): string {
  const fieldSelector = query.get('fieldSelector');
  if (fieldSelector === null || !fieldSelector.includes('metadata.name')) return '';
  if (!isInteger(query.get('limit')) || !isInteger(query.get('timeoutSeconds'))) return '';
  const labelSelector = query.get('labelSelector') ?? '';
  if (isTooLong('fieldSelector', fieldSelector) || isTooLong('labelSelector', labelSelector)) return '';
  try {
    parseLabelSelector(labelSelector);
    const name = parseFieldSelector(fieldSelector).requiresExact('metadata.name') ?? '';
    return checkPathSegmentName(name).length === 0 ? name : '';
  } catch (error) {
    if (error instanceof SelectorError) return '';
    throw error;
  }
}

function isTooLong(name: string, value: string): boolean {
  return value.length > queryLimits.get(name)!;
}

function isInteger(parameter: string | null): boolean {
  return parameter === null || (/^[+-]?[0-9]{1,19}$/.test(parameter) && isInt64(BigInt(parameter)));
}
