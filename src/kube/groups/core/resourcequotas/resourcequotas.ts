// Follows pkg/registry/core/resourcequota/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ResourceQuota } from '../../../../api/core/v1.js';
import { Quantity } from '../../../../apimachinery/validation/index.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateQuota, validateQuotaStatus, validateQuotaUpdate } from './validation.js';

export const resourceQuotas = builtInResource<ResourceQuota>('v1', 'ResourceQuota', {
  plural: 'resourcequotas',
  shortNames: ['quota'],
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('Request', (quota) => usageText(quota, (name) => !name.startsWith('limits.')), {
      description: 'Request represents a minimum amount of cpu/memory that a container may consume.',
    }),
    textColumn('Limit', (quota) => usageText(quota, (name) => name.startsWith('limits.')), {
      description:
        'Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.',
    }),
    ageColumn,
  ],
  strategies: specAndStatus<ResourceQuota>(
    {
      returnsDeletedObject: true,
      validate: validateQuota,
      validateUpdate: validateQuotaUpdate,
      warningsOnCreate: quotaWarnings,
    },
    { generation: 'absent', statusKeeps: [], validateStatus: validateQuotaStatus },
  ),
});

/** Warns of requests that exceed limits. */
function quotaWarnings({ spec: { hard = {} } }: ResourceQuota): string[] {
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((name) => {
    const isCompute = name === 'cpu' || name === 'memory';
    const requested = isCompute && hard[`requests.${name}`] === undefined ? name : `requests.${name}`;
    const [request, limit] = [hard[requested], hard[`limits.${name}`]];
    if (!request || !limit || Quantity.parse(request).compare(Quantity.parse(limit)) <= 0) return [];
    return [`ResourceQuota ${requested} (${request}) should be less than limits.${name} (${limit})`];
  });
}

/** Formats used and hard limits. */
function usageText({ status: { hard = {}, used = {} } }: ResourceQuota, isShown: (name: string) => boolean): string {
  const names = Object.keys(hard).filter(isShown).sort();
  return names.map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`).join(', ');
}
