import { parseFieldSelector, parseLabelSelector, SelectorError } from '../../apimachinery/selectors/index.js';
import { checkPathSegmentName } from '../../apimachinery/validation/index.js';
import { queryLimits } from './query-limits.js';

/** The first value of a query parameter, or null: what URLSearchParams offers. */
export interface QueryReader {
  get(name: string): string | null;
}

/**
 * The name that the field selector of a list or watch demands, so that authorization can ask about one object; '' where
 * there is none, or where any of the options cannot be read (the request fails later, with a better message).
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
  return parameter === null || (/^[+-]?[0-9]{1,19}$/.test(parameter) && fitsInt64(BigInt(parameter)));
}

function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
