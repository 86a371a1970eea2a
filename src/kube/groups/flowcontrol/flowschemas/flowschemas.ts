import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { FlowSchema } from '../../../../server/flow-control/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { validateConditionTypes } from '../condition-types.js';
import { validateFlowSchema } from './validation.js';

const { main, status } = withStatusApart(
  { validate: validateFlowSchema, validateUpdate: ({ object }) => validateFlowSchema(object) },
  {
    generation: 'counted',
    metadata: 'kept',
    validateStatus: ({ object }) => validateConditionTypes(object),
  },
);

const defaultPrecedence = 1000;

export const flowSchemas = defineResource({
  kind: 'FlowSchema',
  plural: 'flowschemas',
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
      columns: [
        nameColumn,
        textColumn('PriorityLevel', (schema) => specOf(schema).priorityLevelConfiguration.name),
        textColumn('MatchingPrecedence', (schema) => specOf(schema).matchingPrecedence ?? 0),
        textColumn('DistinguisherMethod', (schema) => specOf(schema).distinguisherMethod?.type ?? '<none>'),
        ageColumn,
        textColumn('MissingPL', danglingText),
      ],
      rowOrder: (one, other) => (specOf(one).matchingPrecedence ?? 0) - (specOf(other).matchingPrecedence ?? 0),
      applyDefaults: ({ spec }) => {
        const fields = objectIn(spec);
        if (!fields['matchingPrecedence']) fields['matchingPrecedence'] = defaultPrecedence;
      },
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function specOf({ spec }: JsonObject): FlowSchema['spec'] {
  return spec as unknown as FlowSchema['spec'];
}

function danglingText({ status }: JsonObject): string {
  const conditions = listIn(objectIn(status)['conditions']).map(objectIn);
  return textIn(conditions.find(({ type }) => type === 'Dangling')?.['status'] ?? '?');
}
