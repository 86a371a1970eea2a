import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { objectIn, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { validateConditionTypes } from '../condition-types.js';
import { validatePriorityLevel } from './validation.js';

const { main, status } = withStatusApart(
  { validate: validatePriorityLevel, validateUpdate: ({ object }) => validatePriorityLevel(object) },
  { generation: 'counted', metadata: 'kept', validateStatus: ({ object }) => validateConditionTypes(object) },
);

const defaultShares = 30;
const defaultQueuing = { handSize: 8, queues: 64, queueLengthLimit: 50 };

export const priorityLevelConfigurations = defineResource({
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', {
      columns: [
        nameColumn,
        textColumn('Type', ({ spec }) => textIn(objectIn(spec)['type'])),
        textColumn('NominalConcurrencyShares', (level) => shown(limitedOf(level)['nominalConcurrencyShares'])),
        ...Object.entries({ Queues: 'queues', HandSize: 'handSize', QueueLengthLimit: 'queueLengthLimit' }).map(
          ([name, field]) => textColumn(name, (level) => shown(queuingOf(level)[field])),
        ),
        ageColumn,
      ],
      applyDefaults,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function limitedOf({ spec }: JsonObject): JsonObject {
  return objectIn(objectIn(spec)['limited']);
}

function queuingOf(level: JsonObject): JsonObject {
  return objectIn(objectIn(limitedOf(level)['limitResponse'])['queuing']);
}

function shown(value: JsonObject[string] | undefined): number | string {
  return typeof value === 'number' ? value : '<none>';
}

function applyDefaults(level: JsonObject): void {
  const { exempt, limited } = objectIn(level['spec']);
  if (exempt !== undefined) {
    const shares = objectIn(exempt);
    shares['nominalConcurrencyShares'] ??= 0;
    shares['lendablePercent'] ??= 0;
  }
  if (limited === undefined) return;
  const shares = objectIn(limited);
  shares['nominalConcurrencyShares'] ??= defaultShares;
  shares['lendablePercent'] ??= 0;
  const queuing = queuingOf(level);
  for (const [field, value] of Object.entries(defaultQueuing)) if (!queuing[field]) queuing[field] = value;
}
