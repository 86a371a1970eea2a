import { ageColumn, defineResource, defineVersion, nameColumn, type Strategy } from 'trestle/server';
import { type Fischer, fischerSchema } from '../apis/wardle/v1alpha1.js';

const strategy: Strategy<Fischer> = { allowUnconditionalUpdate: false };

/** They exist in v1alpha1 only. */
export const fischers = defineResource<Fischer>({
  kind: 'Fischer',
  plural: 'fischers',
  singular: 'fischer',
  categories: ['wardle'],
  scope: 'Cluster',
  strategy,
  versions: {
    v1alpha1: defineVersion<Fischer, Fischer>({
      schema: fischerSchema,
      columns: [
        nameColumn,
        {
          name: 'Disallowed',
          type: 'string',
          description: 'Names that flunders must not have.',
          valueOf: ({ disallowedFlunders = [] }) => disallowedFlunders.join(','),
        },
        ageColumn,
      ],
    }),
  },
});
