// Follows pkg/printers/internalversion/printers.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { humanDuration, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { TableColumn } from '../../server/registry/index.js';
import { fieldDescription } from '../types/index.js';

export interface ColumnOptions {
  /** A text, or the type and name of the field whose description is used: `['core/v1.PodSpec', 'nodeName']`. */
  readonly description?: string | readonly [type: string, field: string];
  /** Shown only in wide output. */
  readonly wide?: boolean;
}

/** The first column of tables. */
export const nameColumn: TableColumn = {
  ...textColumn('Name', (object) => metadataOf(object).name ?? '', { description: ['meta/v1.ObjectMeta', 'name'] }),
  format: 'name',
};

/** The last column of most tables. */
export const ageColumn: TableColumn = textColumn('Age', (object) => sinceTime(metadataOf(object).creationTimestamp), {
  description: ['meta/v1.ObjectMeta', 'creationTimestamp'],
});

export function textColumn<Type = JsonObject>(
  name: string,
  cell: (object: Type) => string | number,
  options: ColumnOptions = {},
): TableColumn<Type> {
  return column({ name, type: 'string', valueOf: cell }, options);
}

export function integerColumn<Type = JsonObject>(
  name: string,
  cell: (object: Type) => number,
  options: ColumnOptions = {},
): TableColumn<Type> {
  return column({ name, type: 'integer', valueOf: cell }, options);
}

export function booleanColumn<Type = JsonObject>(
  name: string,
  cell: (object: Type) => boolean,
  options: ColumnOptions = {},
): TableColumn<Type> {
  return column({ name, type: 'boolean', valueOf: cell }, options);
}

function column<Type>(
  definition: Pick<TableColumn<Type>, 'name' | 'type' | 'valueOf'>,
  { description = '', wide = false }: ColumnOptions,
): TableColumn<Type> {
  return {
    ...definition,
    description: typeof description === 'string' ? description : () => fieldDescription(...description),
    ...(wide && { priority: 1 }),
  };
}

/** Formats the time since a timestamp. */
export function sinceTime(time: string | null | undefined): string {
  const then = time ? Date.parse(time) : Number.NaN;
  return Number.isNaN(then) ? '<unknown>' : humanDuration(systemClock.now() - then);
}
