// Follows pkg/apis/resource/v1beta2/conversion.go (v1.36)

import type { BuiltInResource } from '../../built-in-resource.js';
import type { FirstBeta } from './first-beta.js';

/** The versions of a stable kind: v1beta2 differs from v1 in its name only. */
export function resourceVersions(
  firstBeta: FirstBeta = {},
): Pick<BuiltInResource<never>, 'introduced' | 'otherVersions'> {
  return {
    introduced: '1.34',
    otherVersions: {
      v1beta2: { introduced: '1.33', deprecation: { since: 36, until: 39 } },
      v1beta1: { ...firstBeta, deprecation: { since: 35, until: 38 } },
    },
  };
}
