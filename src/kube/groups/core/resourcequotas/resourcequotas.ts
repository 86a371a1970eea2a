import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { Quantity } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import type { Amounts } from '../amounts.js';
import { validateQuota, validateQuotaStatus, validateQuotaUpdate } from './validation.js';

const { main, status } = withStatusApart(
  {
    returnsDeletedObject: true,
    validate: validateQuota,
    validateUpdate: validateQuotaUpdate,
    warningsOnCreate: quotaWarnings,
  },
  { generation: 'absent', metadata: 'changeable', validateStatus: validateQuotaStatus },
);

export const resourceQuotas = defineResource({
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  shortNames: ['quota'],
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('v1', 'ResourceQuota', {
      columns: [
        nameColumn,
        textColumn('Request', (quota) => usageText(quota, (name) => !name.startsWith('limits.'))),
        textColumn('Limit', (quota) => usageText(quota, (name) => name.startsWith('limits.'))),
        ageColumn,
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

/** Warns of requests that exceed limits. */
function quotaWarnings({ spec }: JsonObject): string[] {
  const { hard = {} } = (spec ?? {}) as { hard?: Amounts };
  return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((name) => {
    const isCompute = name === 'cpu' || name === 'memory';
    const asked = isCompute && hard[`requests.${name}`] === undefined ? name : `requests.${name}`;
    const [request, limit] = [hard[asked], hard[`limits.${name}`]];
    if (!request || !limit || Quantity.parse(request).compare(Quantity.parse(limit)) <= 0) return [];
    return [`ResourceQuota ${asked} (${request}) should be less than limits.${name} (${limit})`];
  });
}

/** Formats used and hard limits. */
function usageText({ status }: JsonObject, isShown: (name: string) => boolean): string {
  const { hard = {}, used = {} } = (status ?? {}) as { hard?: Amounts; used?: Amounts };
  const names = Object.keys(hard).filter(isShown).sort();
  return names.map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`).join(', ');
}
