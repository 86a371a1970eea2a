// Follows pkg/apis/resource/v1beta2/conversion.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { ResourceDefinition, ResourceVersion } from '../../../server/registry/index.js';
import { builtInVersion, earlierVersion } from '../../types/index.js';
import type { FirstBeta } from './first-beta.js';

/** The versions of a kind: v1beta2 differs from v1 in its name only. */
export function resourceVersions<Type extends JsonObject>(
  kind: string,
  version: Partial<ResourceVersion<Type>>,
  firstBeta: FirstBeta = {},
): ResourceDefinition['versions'] {
  return {
    v1: builtInVersion('resource.k8s.io/v1', kind, { ...version, introduced: '1.34' }),
    v1beta2: earlierVersion('resource.k8s.io/v1beta2', kind, {
      ...version,
      introduced: '1.33',
      deprecation: { since: 36, until: 39 },
    }),
    v1beta1: earlierVersion('resource.k8s.io/v1beta1', kind, {
      ...version,
      ...firstBeta,
      deprecation: { since: 35, until: 38 },
    }),
  };
}
