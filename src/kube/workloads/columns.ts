import type { JsonObject } from '../../apimachinery/meta/index.js';
import { formatLabelSelectorSpec } from '../../apimachinery/selectors/index.js';
import type { TableColumn } from '../../server/registry/index.js';
import { objectIn } from '../fields.js';
import type { PodTemplate } from '../pod-spec/index.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../printing/index.js';
import { workloadSpecOf } from './workload.js';

const wide = { wide: true };

/** A number of the status; 0 where nobody has counted yet. */
export function countIn(workload: JsonObject, field: string): number {
  return Number(objectIn(workload['status'])[field] ?? 0);
}

/** What is in the pods of a workload. */
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

/** How many are there, of how many. */
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

/** What is shown of a Scale, whose ever it is. */
export const scaleColumns: readonly TableColumn[] = [
  textColumn('Name', (scale) => String(objectIn(scale['metadata'])['name'] ?? '')),
  integerColumn('Desired', (scale) => workloadSpecOf(scale).replicas ?? 0),
  integerColumn('Available', (scale) => countIn(scale, 'replicas')),
  ageColumn,
];
