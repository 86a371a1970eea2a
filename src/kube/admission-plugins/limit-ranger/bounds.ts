// Follows plugin/pkg/admission/limitranger/admission.go (v1.36)

import type { Quantity } from '../../../apimachinery/validation/index.js';
import type { Amounts } from '../../pod-spec/index.js';

/** A minimum, maximum or ratio for one resource. */
export interface Bound {
  readonly name: string;
  /** What the bound applies to: `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly type: string;
  readonly amount: Quantity;
}

/** Resource requests and limits to check. */
export interface Demand {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

export function belowMinimum({ name, type, amount }: Bound, demand: Demand): string | undefined {
  const { request, limit, compare } = measure(name, amount, demand);
  const rule = `minimum ${name} usage per ${type} is ${amount}`;
  if (!request) return `${rule}.  No request is specified`;
  if (compare(request) < 0) return `${rule}, but request is ${request}`;
  if (limit && compare(limit) < 0) return `${rule}, but limit is ${limit}`;
  return undefined;
}

export function aboveMaximum({ name, type, amount }: Bound, demand: Demand): string | undefined {
  const { request, limit, compare } = measure(name, amount, demand);
  const rule = `maximum ${name} usage per ${type} is ${amount}`;
  if (!limit) return `${rule}.  No limit is specified`;
  if (compare(limit) > 0) return `${rule}, but limit is ${limit}`;
  if (request && compare(request) > 0) return `${rule}, but request is ${request}`;
  return undefined;
}

/** For objects that have requests only: their limits are ignored. */
export function requestAboveMaximum({ name, type, amount }: Bound, { requests }: Demand): string | undefined {
  const { request, compare } = measure(name, amount, { requests, limits: new Map() });
  const rule = `maximum ${name} usage per ${type} is ${amount}`;
  if (!request) return `${rule}.  No request is specified`;
  if (compare(request) > 0) return `${rule}, but request is ${request}`;
  return undefined;
}

/** The ratio is a floating point number, as upstream's is, so that borderline cases come out the same. */
export function aboveRatio({ name, type, amount }: Bound, demand: Demand): string | undefined {
  const { request, limit, measured } = measure(name, amount, demand);
  const rule = `${name} max limit to request ratio per ${type} is ${amount}`;
  if (!request || measured(request) === 0n) return `${rule}, but no request is specified or request is 0`;
  if (!limit || measured(limit) === 0n) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = Number(measured(limit)) / Number(measured(request));
  const isAbove = fitsMilli(amount) ? ratio * 1000 > Number(amount.milliValue()) : ratio > Number(amount.value());
  return isAbove ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

interface Measure {
  readonly request: Quantity | undefined;
  readonly limit: Quantity | undefined;
  /** A quantity in the unit that all comparisons use. */
  readonly measured: (quantity: Quantity) => bigint;
  /** Compares a quantity with the bound. */
  readonly compare: (quantity: Quantity) => number;
}

/** Compares milli-values, or whole values if one of the quantities is too large for milli-values. */
function measure(name: string, allowed: Quantity, { requests, limits }: Demand): Measure {
  const [request, limit] = [requests.get(name), limits.get(name)];
  const scale = [request, limit, allowed].every((quantity) => !quantity || fitsMilli(quantity)) ? -3 : 0;
  const measured = (quantity: Quantity): bigint => quantity.scaledValue(scale);
  const bound = measured(allowed);
  const compare = (quantity: Quantity): number => {
    const value = measured(quantity);
    return value < bound ? -1 : value > bound ? 1 : 0;
  };
  return { request, limit, measured, compare };
}

const maxMilliValue = (2n ** 63n - 1n) / 1000n;

function fitsMilli(quantity: Quantity): boolean {
  return quantity.value() <= maxMilliValue;
}
