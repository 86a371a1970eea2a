// Follows cmd/kube-apiserver/app/options/validation.go (v1.36)
// Follows cmd/kube-apiserver/app/options/completion.go (v1.36)

import { isIP, isIPv4 } from 'node:net';

export interface ServiceRanges {
  /** One range, or two of different families; the first one contains the address of the `kubernetes` service. */
  readonly ranges: readonly string[];
  readonly errors: readonly string[];
}

const defaultServiceRange = '10.0.0.0/24';
/** Host bits of a range: the number of addresses that a bitmap in an object can hold. */
const maxHostBits = 20;

/** --service-cluster-ip-range */
export function parseServiceRanges(text: string): ServiceRanges {
  const ranges = text === '' ? [defaultServiceRange] : text.split(',').map((range) => range.trim());
  const errors: string[] = [];
  if (ranges.length > 2) errors.push('--service-cluster-ip-range must not contain more than two entries');
  for (const range of ranges) {
    const problem = rangeProblem(range);
    if (problem) errors.push(problem);
  }
  const families = ranges.map((range) => isIPv4(range.split('/')[0]!));
  if (errors.length === 0 && ranges.length === 2 && families[0] === families[1]) {
    errors.push('--service-cluster-ip-range[0] and --service-cluster-ip-range[1] must be of different IP family');
  }
  return { ranges, errors };
}

function rangeProblem(range: string): string | undefined {
  const [address = '', length = ''] = range.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(length) || Number(length) > bits) {
    return '--service-cluster-ip-range must contain at least one valid cidr';
  }
  if (bits - Number(length) > maxHostBits && bits === 32) {
    return `specified --service-cluster-ip-range is too large; for 32-bit addresses, the mask must be >= ${32 - maxHostBits}`;
  }
  return undefined;
}
