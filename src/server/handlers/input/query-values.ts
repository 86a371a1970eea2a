// Follows staging/src/k8s.io/apimachinery/pkg/runtime/conversion.go (v1.36)

import { badRequest } from '../../../apimachinery/status/index.js';

/** Parses a boolean as Go does in a query: a parameter without a value is true. */
export function booleanOf(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  return !['false', '0'].includes(value.toLowerCase());
}

export function integerOf(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
  if (value.length > 20 || BigInt.asIntN(64, BigInt(value)) !== BigInt(value)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: value out of range`);
  }
  return Number(value);
}
