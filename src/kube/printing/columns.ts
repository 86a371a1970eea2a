import { systemClock } from '../../apimachinery/clock/index.js';
import { humanDuration, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import type { TableColumn } from '../../server/registry/index.js';

/** The column that tables begin with. */
export const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'what the object is called',
  valueOf: (object) => metadataOf(object).name ?? '',
};

/** The column that most tables end with. */
export const ageColumn: TableColumn = {
  name: 'Age',
  type: 'string',
  description: 'how long ago the object was created',
  valueOf: (object) => sinceTime(metadataOf(object).creationTimestamp),
};

/** A column of text, or of numbers that are shown as text; `wide`: only shown where there is room. */
export function textColumn(
  name: string,
  cell: (object: JsonObject) => string | number,
  { wide = false }: { wide?: boolean } = {},
): TableColumn {
  return { name, type: 'string', description: '', valueOf: cell, ...(wide && { priority: 1 }) };
}

/** How long ago a time was. */
export function sinceTime(time: string | null | undefined): string {
  const then = time ? Date.parse(time) : Number.NaN;
  return Number.isNaN(then) ? '<unknown>' : humanDuration(systemClock.now() - then);
}
