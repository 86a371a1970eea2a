// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodTemplateSpec } from '../../api/core/v1.js';
import type { LabelSelector, ObjectMeta } from '../../api/meta/v1.js';
import { formatLabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import type { TableColumn } from '../../server/registry/index.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../printing/index.js';
import type { Workload } from './workload.js';

const wide = { wide: true };

/** The columns for containers of a workload's pods. */
export function containerColumns<Type>(
  templateOf: (object: Type) => PodTemplateSpec | undefined,
  options: { wide?: boolean } = wide,
): TableColumn<Type>[] {
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

/** `specType`: type of the spec, such as `apps/v1.DeploymentSpec`. */
export function selectorColumn(specType: string): TableColumn<Selecting> {
  const description = [specType, 'selector'] as const;
  return textColumn('Selector', ({ spec }) => formatLabelSelectorSpec(spec.selector), { ...wide, description });
}

type Replicated = { spec: { replicas?: number }; status: { replicas?: number; readyReplicas?: number } };

/** `ready/desired`. */
export const readyColumn = textColumn<Replicated>(
  'Ready',
  ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  { description: 'Number of the pod with ready state' },
);

/** `type`: type of the kind, such as `apps/v1.ReplicaSet`. */
export function replicaColumns(type: string): readonly TableColumn<Replicated & Workload>[] {
  return [
    nameColumn,
    integerColumn('Desired', ({ spec }) => spec.replicas ?? 0, { description: [`${type}Spec`, 'replicas'] }),
    integerColumn('Current', ({ status }) => status.replicas ?? 0, { description: [`${type}Status`, 'replicas'] }),
    integerColumn('Ready', ({ status }) => status.readyReplicas ?? 0, {
      description: [`${type}Status`, 'readyReplicas'],
    }),
    ageColumn,
    ...templateColumns,
  ];
}

/** Columns of Scale, for all workloads. */
export const scaleColumns: readonly TableColumn<Replicated & { metadata: ObjectMeta }>[] = [
  textColumn('Name', ({ metadata }) => metadata.name ?? '', { description: ['meta/v1.ObjectMeta', 'name'] }),
  integerColumn('Desired', ({ spec }) => spec.replicas ?? 0, { description: ['autoscaling/v1.ScaleSpec', 'replicas'] }),
  integerColumn('Available', ({ status }) => status.replicas ?? 0, {
    description: ['autoscaling/v1.ScaleStatus', 'replicas'],
  }),
  ageColumn,
];
