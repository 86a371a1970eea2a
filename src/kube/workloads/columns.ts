import type { JsonObject } from '../../apimachinery/meta/index.js';
import { formatLabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import type { TableColumn } from '../../server/registry/index.js';
import { objectIn } from '../fields.js';
import type { PodTemplate } from '../pod-spec/index.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../printing/index.js';
import { workloadSpecOf } from './workload.js';

const wide = { wide: true };

/** A number in the status; 0 if unset. */
export function countIn(workload: JsonObject, field: string): number {
  return Number(objectIn(workload['status'])[field] ?? 0);
}

/** The columns for containers of a workload's pods. */
export function containerColumns(
  templateOf: (object: JsonObject) => PodTemplate | undefined,
  options: { wide?: boolean } = wide,
): TableColumn[] {
  const containersOf = (object: JsonObject) => templateOf(object)?.spec.containers ?? [];
  const names = (object: JsonObject) => containersOf(object).map(({ name }) => name);
  const images = (object: JsonObject) => containersOf(object).map(({ image = '' }) => image);
  return [
    textColumn('Containers', (object) => names(object).join(','), options),
    textColumn('Images', (object) => images(object).join(','), options),
  ];
}

export const templateColumns = containerColumns((workload) => workloadSpecOf(workload).template);

export const selectorColumn = textColumn(
  'Selector',
  (workload) => formatLabelSelectorSpec(workloadSpecOf(workload).selector),
  wide,
);

/** `ready/desired`. */
export const readyColumn = textColumn(
  'Ready',
  (workload) => `${countIn(workload, 'readyReplicas')}/${workloadSpecOf(workload).replicas ?? 0}`,
);

export const replicaColumns: readonly TableColumn[] = [
  nameColumn,
  integerColumn('Desired', (workload) => workloadSpecOf(workload).replicas ?? 0),
  integerColumn('Current', (workload) => countIn(workload, 'replicas')),
  integerColumn('Ready', (workload) => countIn(workload, 'readyReplicas')),
  ageColumn,
  ...templateColumns,
];

/** Columns of Scale, for all workloads. */
export const scaleColumns: readonly TableColumn[] = [
  textColumn('Name', (scale) => String(objectIn(scale['metadata'])['name'] ?? '')),
  integerColumn('Desired', (scale) => workloadSpecOf(scale).replicas ?? 0),
  integerColumn('Available', (scale) => countIn(scale, 'replicas')),
  ageColumn,
];
