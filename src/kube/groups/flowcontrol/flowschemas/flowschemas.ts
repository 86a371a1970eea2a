// Follows pkg/registry/flowcontrol/flowschema/strategy.go (v1.36)
// Follows pkg/apis/flowcontrol/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { FlowSchema } from '../../../../api/flowcontrol/v1.js';
import { defineResource, specAndStatus } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateConditionTypes } from '../condition-types.js';
import { validateFlowSchema } from './validation.js';

const { main, status } = specAndStatus<FlowSchema>(
  {
    validate: validateFlowSchema,
    validateUpdate: ({ object }, context) => validateFlowSchema(object, context),
  },
  { validateStatus: ({ object }) => validateConditionTypes(object) },
);

const defaultPrecedence = 1000;

export const flowSchemas = defineResource<FlowSchema>({
  kind: 'FlowSchema',
  plural: 'flowschemas',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion<FlowSchema>('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
      columns: [
        nameColumn,
        textColumn('PriorityLevel', ({ spec }) => spec.priorityLevelConfiguration.name, {
          description: ['flowcontrol/v1.PriorityLevelConfigurationReference', 'name'],
        }),
        textColumn('MatchingPrecedence', ({ spec }) => spec.matchingPrecedence, {
          description: ['flowcontrol/v1.FlowSchemaSpec', 'matchingPrecedence'],
        }),
        textColumn('DistinguisherMethod', ({ spec }) => spec.distinguisherMethod?.type ?? '<none>', {
          description: ['flowcontrol/v1.FlowSchemaSpec', 'distinguisherMethod'],
        }),
        ageColumn,
        textColumn('MissingPL', danglingText, {
          description: 'references a broken or non-existent PriorityLevelConfiguration',
        }),
      ],
      rowOrder: (one, other) => one.spec.matchingPrecedence - other.spec.matchingPrecedence,
      applyDefaults: ({ spec }) => {
        spec.matchingPrecedence ||= defaultPrecedence;
      },
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function danglingText({ status }: FlowSchema): string {
  return status.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?';
}
