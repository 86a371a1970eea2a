// Follows pkg/api/persistentvolumeclaim/util.go (v1.36)

import type { PersistentVolumeClaimSpec } from '../../api/core/v1.js';
import { type FieldPath, Quantity } from '../../apimachinery/validation/index.js';

/** Warns of fractional byte values. */
export function claimSpecWarnings({ resources }: PersistentVolumeClaimSpec, path: FieldPath): string[] {
  return (['requests', 'limits'] as const).flatMap((field) => {
    const text = resources[field]?.['storage'];
    if (text === undefined || Quantity.parse(text).milliValue() % 1000n === 0n) return [];
    const place = path.child('resources', field).key('storage');
    return [`${place}: fractional byte value ${JSON.stringify(text)} is invalid, must be an integer`];
  });
}
