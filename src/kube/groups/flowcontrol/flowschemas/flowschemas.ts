// Follows pkg/registry/flowcontrol/flowschema/strategy.go (v1.36)
// Follows pkg/apis/flowcontrol/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { FlowSchema } from '../../../../api/flowcontrol/v1.js';
import { specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateConditionTypes } from '../condition-types.js';
import { validateFlowSchema } from './validation.js';

const defaultPrecedence = 1000;

export const flowSchemas = builtInResource<FlowSchema>('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
  plural: 'flowschemas',
  scope: 'Cluster',
  columns: [
    nameColumn,
    textColumn('PriorityLevel', 'spec.priorityLevelConfiguration.name'),
    textColumn('MatchingPrecedence', 'spec.matchingPrecedence'),
    textColumn('DistinguisherMethod', ({ spec }) => spec.distinguisherMethod?.type ?? '<none>', {
      field: 'spec.distinguisherMethod',
    }),
    ageColumn,
    textColumn('MissingPL', danglingText, 'references a broken or non-existent PriorityLevelConfiguration'),
  ],
  rowOrder: (one, other) => one.spec.matchingPrecedence - other.spec.matchingPrecedence,
  applyDefaults: ({ spec }) => {
    spec.matchingPrecedence ||= defaultPrecedence;
  },
  strategies: specAndStatus<FlowSchema>(
    {
      validate: validateFlowSchema,
      validateUpdate: ({ object }, context) => validateFlowSchema(object, context),
    },
    { validateStatus: ({ object }) => validateConditionTypes(object) },
  ),
});

function danglingText({ status }: FlowSchema): string {
  return status.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?';
}
