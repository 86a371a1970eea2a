import { parseArgs } from 'node:util';
import type { Flag, FlagTable, FlagTypes, FlagValues } from './flag.js';
import { readFlagValue } from './flag-value.js';
import { nearest } from './nearest.js';

export interface ParsedFlags<Table extends FlagTable> {
  readonly values: FlagValues<Table>;
  /** The flags that were given explicitly. */
  readonly given: ReadonlySet<string>;
  readonly positionals: readonly string[];
  /** The problems with the command line; empty: none. */
  readonly errors: readonly string[];
  /** Warnings about deprecated flags. */
  readonly warnings: readonly string[];
}

type Option = { readonly name: string; readonly rawName: string; readonly value?: string | undefined };

/**
 * Parses a command line in pflag's syntax: `--name value`, `--name=value`, `--bool`, `--bool=false`, `-v 2`, `-v=2`;
 * underscores in names count as dashes. All problems are reported together.
 */
export function parseFlags<Table extends FlagTable>(table: Table, args: readonly string[]): ParsedFlags<Table> {
  const reader = new FlagReader(table);
  const { tokens } = parseArgs({
    args: args.map(withDashes),
    options: parserOptions(table),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option') reader.read(token);
    if (token.kind === 'positional') reader.positionals.push(token.value);
  }
  const { positionals, errors, warnings } = reader;
  return { values: reader.values() as FlagValues<Table>, given: reader.given, positionals, errors, warnings };
}

class FlagReader {
  readonly positionals: string[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly #table: FlagTable;
  readonly #values = new Map<string, FlagTypes[keyof FlagTypes]>();

  constructor(table: FlagTable) {
    this.#table = table;
  }

  get given(): ReadonlySet<string> {
    return new Set(this.#values.keys());
  }

  values(): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.#table).map(([name, flag]) => [name, this.#values.get(name) ?? flag.default]),
    );
  }

  read({ name, rawName, value }: Option): void {
    const flag = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined;
    if (!flag) return void this.errors.push(unknownFlag(rawName, this.#table));
    const text = valueText(flag, rawName, value);
    if (text === undefined) return void this.errors.push(`flag needs an argument: ${rawName}`);
    if (flag.deprecated && !this.#values.has(name)) {
      this.warnings.push(`Flag --${name} has been deprecated, ${flag.deprecated}`);
    }
    try {
      this.#values.set(name, readFlagValue(flag, text, this.#values.get(name)));
    } catch (error) {
      const problem = (error as Error).message;
      this.errors.push(`invalid argument ${JSON.stringify(text)} for "--${name}" flag: ${problem}`);
    }
  }
}

/** Some flags are true without a value; others require one. */
function valueText(flag: Flag, rawName: string, value: string | undefined): string | undefined {
  if (value === undefined) return needsNoValue(flag) ? 'true' : undefined;
  return rawName.startsWith('--') ? value : value.replace(/^=/, '');
}

function needsNoValue({ type }: Pick<Flag, 'type'>): boolean {
  return type === 'bool' || type === 'optional';
}

function unknownFlag(rawName: string, table: FlagTable): string {
  const name = rawName.replace(/^-+/, '');
  const similar = nearest(name, Object.keys(table));
  return `unknown flag: ${rawName}${similar === undefined ? '' : ` (did you mean --${similar}?)`}`;
}

function parserOptions(table: FlagTable) {
  return Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [
      name,
      {
        type: needsNoValue(flag) ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(flag.short && { short: flag.short }),
      },
    ]),
  );
}

function withDashes(argument: string): string {
  const [name = ''] = argument.split('=', 1);
  return name.startsWith('--') && name.includes('_')
    ? name.replaceAll('_', '-') + argument.slice(name.length)
    : argument;
}
