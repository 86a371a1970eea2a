// Follows pkg/printers/internalversion/printers.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { humanDuration, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { type TableColumn, valueAt } from '../../server/registry/index.js';
import { fieldDescription } from '../types/index.js';

/** A column of a built-in kind. */
export interface Column<Type = JsonObject> extends TableColumn<Type> {
  /** Path of the field whose description the column has: `spec.nodeName`. Unset: the column has its own. */
  readonly field?: string;
}

/** Path of a field, at most three levels deep: `spec.taint.key`. */
type Field<Type, Level extends 0[] = []> = Level['length'] extends 3
  ? never
  : { [Name in keyof Type & string]-?: Name | Below<Name, NonNullable<Type[Name]>, Level> }[keyof Type & string];

type Below<Name extends string, Type, Level extends 0[]> = Type extends readonly unknown[]
  ? never
  : Type extends object
    ? `${Name}.${Field<Type, [...Level, 0]>}`
    : never;

type Cell = string | number | boolean;

export interface ColumnOptions<Type> {
  /** Path of the field whose description is used. Unset: the field that is shown. */
  readonly field?: Field<Type>;
  /** A text, or the type and name of a field of another type: `['core/v1.PodSpec', 'nodeSelector']`. */
  readonly description?: string | readonly [type: string, field: string];
  /** Shown if the field is not set. Unset: the zero value of the column's type. */
  readonly unset?: string | number;
  /** Shown only in wide output. */
  readonly wide?: boolean;
}

type Shown<Type, Value> = Field<Type> | ((object: Type) => Value);

/** A column that shows the field at a path, or what a function returns. Options: a text is the description. */
export function textColumn<Type = JsonObject>(
  name: string,
  shown: Shown<Type, string | number>,
  options: string | ColumnOptions<Type> = {},
): Column<Type> {
  return column({ name, type: 'string', zero: '' }, shown, options);
}

export function integerColumn<Type = JsonObject>(
  name: string,
  shown: Shown<Type, number>,
  options: string | ColumnOptions<Type> = {},
): Column<Type> {
  return column({ name, type: 'integer', zero: 0 }, shown, options);
}

export function booleanColumn<Type = JsonObject>(
  name: string,
  shown: Shown<Type, boolean>,
  options: string | ColumnOptions<Type> = {},
): Column<Type> {
  return column({ name, type: 'boolean', zero: false }, shown, options);
}

function column<Type>(
  { name, type, zero }: Pick<TableColumn, 'name' | 'type'> & { readonly zero: Cell },
  shown: Shown<Type, Cell>,
  options: string | ColumnOptions<Type>,
): Column<Type> {
  const {
    description,
    unset = zero,
    wide = false,
    ...more
  } = typeof options === 'string' ? { description: options } : options;
  const isPath = typeof shown === 'string';
  const field = description === undefined && isPath ? shown : more.field;
  return {
    name,
    type,
    // The types of paths and of columns agree by the caller's choice of the column.
    valueOf: isPath ? (object) => (valueAt(object as JsonObject, shown) as Cell | undefined) ?? unset : shown,
    description: typeof description === 'object' ? () => fieldDescription(...description) : (description ?? ''),
    ...(field !== undefined && { field }),
    ...(wide && { priority: 1 }),
  };
}

const metadataType = 'meta/v1.ObjectMeta';

/** The first column of tables. */
export const nameColumn: Column = {
  ...textColumn('Name', (object) => metadataOf(object).name ?? '', { description: [metadataType, 'name'] }),
  format: 'name',
};

/** The last column of most tables. */
export const ageColumn: Column = textColumn('Age', (object) => sinceTime(metadataOf(object).creationTimestamp), {
  description: [metadataType, 'creationTimestamp'],
});

/** Formats the time since a timestamp. */
export function sinceTime(time: string | null | undefined): string {
  const then = time ? Date.parse(time) : Number.NaN;
  return Number.isNaN(then) ? '<unknown>' : humanDuration(systemClock.now() - then);
}
