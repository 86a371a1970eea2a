// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodTemplateSpec } from '../../api/core/v1.js';
import type { LabelSelector, ObjectMeta } from '../../api/meta/v1.js';
import { formatLabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import type { TableColumn } from '../../server/registry/index.js';
import { ageColumn, type Column, integerColumn, nameColumn, textColumn } from '../printing/index.js';
import type { Workload } from './workload.js';

const wide = { wide: true };

/** The columns for containers of a workload's pods. */
export function containerColumns<Type>(
  templateOf: (object: Type) => PodTemplateSpec | undefined,
  options: { wide?: boolean } = wide,
): Column<Type>[] {
  const containersOf = (object: Type) => templateOf(object)?.spec.containers ?? [];
  const names = (object: Type) => containersOf(object).map(({ name }) => name);
  const images = (object: Type) => containersOf(object).map(({ image = '' }) => image);
  return [
    textColumn('Containers', (object) => names(object).join(','), {
      ...options,
      description: 'Names of each container in the template.',
    }),
    textColumn('Images', (object) => images(object).join(','), {
      ...options,
      description: 'Images referenced by each container in the template.',
    }),
  ];
}

export const templateColumns = containerColumns<Workload>(({ spec }) => spec.template);

type Selecting = { spec: { selector?: LabelSelector | null } };

export const selectorColumn = textColumn<Selecting>('Selector', ({ spec }) => formatLabelSelectorSpec(spec.selector), {
  ...wide,
  field: 'spec.selector',
});

type Replicated = { spec: { replicas?: number }; status: { replicas?: number; readyReplicas?: number } };

/** `ready/desired`. */
export const readyColumn = textColumn<Replicated>(
  'Ready',
  ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  'Number of the pod with ready state',
);

export const replicaColumns: readonly Column<Replicated & Workload>[] = [
  nameColumn,
  integerColumn('Desired', 'spec.replicas'),
  integerColumn('Current', 'status.replicas'),
  integerColumn('Ready', 'status.readyReplicas'),
  ageColumn,
  ...templateColumns,
];

/** Columns of Scale, for all workloads. */
export const scaleColumns: readonly TableColumn<Replicated & { metadata: ObjectMeta }>[] = [
  textColumn('Name', 'metadata.name', { description: ['meta/v1.ObjectMeta', 'name'] }),
  integerColumn('Desired', 'spec.replicas', { description: ['autoscaling/v1.ScaleSpec', 'replicas'] }),
  integerColumn('Available', 'status.replicas', { description: ['autoscaling/v1.ScaleStatus', 'replicas'] }),
  ageColumn,
];
