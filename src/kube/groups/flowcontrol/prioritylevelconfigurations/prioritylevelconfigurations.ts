// Follows pkg/registry/flowcontrol/prioritylevelconfiguration/strategy.go (v1.36)
// Follows pkg/apis/flowcontrol/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PriorityLevelConfiguration, QueuingConfiguration } from '../../../../api/flowcontrol/v1.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateConditionTypes } from '../condition-types.js';
import { validatePriorityLevel } from './validation.js';

const defaultShares = 30;
const defaultQueuing = { handSize: 8, queues: 64, queueLengthLimit: 50 };

export const priorityLevelConfigurations = builtInResource<PriorityLevelConfiguration>(
  'flowcontrol.apiserver.k8s.io/v1',
  'PriorityLevelConfiguration',
  {
    plural: 'prioritylevelconfigurations',
    scope: 'Cluster',
    columns: [
      nameColumn,
      textColumn('Type', 'spec.type'),
      textColumn('NominalConcurrencyShares', 'spec.limited.nominalConcurrencyShares', { unset: '<none>' }),
      textColumn('Queues', (level) => queuingOf(level)?.queues ?? '<none>', {
        description: ['flowcontrol/v1.QueuingConfiguration', 'queues'],
      }),
      textColumn('HandSize', (level) => queuingOf(level)?.handSize ?? '<none>', {
        description: ['flowcontrol/v1.QueuingConfiguration', 'handSize'],
      }),
      textColumn('QueueLengthLimit', (level) => queuingOf(level)?.queueLengthLimit ?? '<none>', {
        description: ['flowcontrol/v1.QueuingConfiguration', 'queueLengthLimit'],
      }),
      ageColumn,
    ],
    applyDefaults,
    strategies: specAndStatus<PriorityLevelConfiguration>(
      {
        validate: validatePriorityLevel,
        validateUpdate: ({ object }, context) => validatePriorityLevel(object, context),
      },
      { validateStatus: ({ object }) => validateConditionTypes(object) },
    ),
  },
);

function queuingOf({ spec }: PriorityLevelConfiguration): QueuingConfiguration | undefined {
  return spec.limited?.limitResponse.queuing;
}

function applyDefaults(level: PriorityLevelConfiguration): void {
  const { exempt, limited } = level.spec;
  if (exempt) {
    exempt.nominalConcurrencyShares ??= 0;
    exempt.lendablePercent ??= 0;
  }
  if (limited) {
    limited.nominalConcurrencyShares ??= defaultShares;
    limited.lendablePercent ??= 0;
  }
  const queuing = queuingOf(level);
  if (!queuing) return;
  queuing.queues ||= defaultQueuing.queues;
  queuing.handSize ||= defaultQueuing.handSize;
  queuing.queueLengthLimit ||= defaultQueuing.queueLengthLimit;
}
