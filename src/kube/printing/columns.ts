import { systemClock } from '../../apimachinery/clock/index.js';
import { humanDuration, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { TableColumn } from '../../server/registry/index.js';

/** The first column of tables. */
export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'what the object is called',
  valueOf: (object) => metadataOf(object).name ?? '',
};

/** The last column of most tables. */
export const ageColumn: TableColumn = {
  name: 'Age',
  type: 'string',
  description: 'how long ago the object was created',
  valueOf: (object) => sinceTime(metadataOf(object).creationTimestamp),
};

/** A string column; `wide`: shown only in wide output. */
export function textColumn(
  name: string,
  cell: (object: JsonObject) => string | number,
  { wide = false }: { wide?: boolean } = {},
): TableColumn {
  return { name, type: 'string', description: '', valueOf: cell, ...(wide && { priority: 1 }) };
}

/** Formats the time since a timestamp. */
export function sinceTime(time: string | null | undefined): string {
  const then = time ? Date.parse(time) : Number.NaN;
  return Number.isNaN(then) ? '<unknown>' : humanDuration(systemClock.now() - then);
}
