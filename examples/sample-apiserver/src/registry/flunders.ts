import { ageColumn, defineResource, defineVersion, nameColumn, type Strategy, type TableColumn } from 'trestle/server';
import * as v1alpha1 from '../apis/wardle/v1alpha1.js';
import * as v1beta1 from '../apis/wardle/v1beta1.js';
import { validateFlunder } from '../apis/wardle/validation.js';

const strategy: Strategy<v1beta1.Flunder> = {
  allowUnconditionalUpdate: false,
  validate: (flunder) => validateFlunder(flunder),
  validateUpdate: ({ object }) => validateFlunder(object),
};

const columns: readonly TableColumn<v1beta1.Flunder>[] = [
  nameColumn,
  {
    name: 'Reference',
    type: 'string',
    description: 'What the flunder refers to.',
    valueOf: ({ spec: { referenceType, flunderReference, fischerReference } = {} }) =>
      referenceType ? `${referenceType}/${flunderReference ?? fischerReference ?? ''}` : '',
  },
  ageColumn,
];

const emptyFields = { spec: {}, status: {} };

/** Stored as v1alpha1; strategies work with v1beta1. */
export const flunders = defineResource<v1beta1.Flunder>({
  kind: 'Flunder',
  plural: 'flunders',
  singular: 'flunder',
  shortNames: ['fl'],
  categories: ['wardle'],
  scope: 'Namespaced',
  storageVersion: 'v1alpha1',
  workingVersion: 'v1beta1',
  strategy,
  versions: {
    v1beta1: defineVersion<v1beta1.Flunder, v1beta1.Flunder>({ schema: v1beta1.flunderSchema, emptyFields, columns }),
    v1alpha1: defineVersion<v1alpha1.Flunder, v1beta1.Flunder>({
      schema: v1alpha1.flunderSchema,
      emptyFields,
      applyDefaults: v1alpha1.applyDefaults,
      toHub: v1alpha1.toHub,
      fromHub: v1alpha1.fromHub,
      columns: columns.map((column) => ({ ...column, valueOf: (flunder) => column.valueOf(v1alpha1.toHub(flunder)) })),
    }),
  },
});
