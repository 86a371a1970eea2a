import type { Flag, FlagTable, FlagTypes, FlagValues } from './flag.js';

/** The problems with values, each by itself. */
export function validateValues<Table extends FlagTable>(table: Table, values: FlagValues<Table>): string[] {
  return Object.entries(table).flatMap(([name, flag]) => problemsOf(flag, name, values[name]!));
}

function problemsOf(flag: Flag, name: string, value: FlagTypes[keyof FlagTypes]): readonly string[] {
  // The value has the type of its flag.
  const validate = flag.validate as
    | ((value: FlagTypes[keyof FlagTypes], name: string) => readonly string[])
    | undefined;
  return validate?.(value, name) ?? [];
}

/** Validates numbers and durations. */
export function notNegative(value: number, name: string): string[] {
  return value < 0 ? [`--${name} can not be negative value`] : [];
}
