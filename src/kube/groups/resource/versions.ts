import type { ResourceDefinition, ResourceVersion } from '../../../server/registry/index.js';
import { builtInVersion, earlierVersion } from '../../types/index.js';
import type { FirstBeta } from './first-beta.js';

/** The versions of a kind: v1beta2 differs from v1 in its name only. */
export function resourceVersions(
  kind: string,
  parts: Partial<ResourceVersion>,
  firstBeta: FirstBeta = {},
): ResourceDefinition['versions'] {
  return {
    v1: builtInVersion('resource.k8s.io/v1', kind, parts),
    v1beta2: earlierVersion('resource.k8s.io/v1beta2', kind, { ...parts, deprecation: { since: 36, until: 39 } }),
    v1beta1: earlierVersion('resource.k8s.io/v1beta1', kind, {
      ...parts,
      ...firstBeta,
      deprecation: { since: 35, until: 38 },
    }),
  };
}
