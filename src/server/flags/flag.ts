/** The types that a flag can have, under the names that help texts use. Durations are milliseconds. */
export interface FlagTypes {
  bool: boolean;
  /** A text that may be left out, for `true`: `--version`, `--version=raw`. */
  optional: string;
  int: number;
  float: number;
  duration: number;
  string: string;
  ip: string;
  /** A list, separated by commas or by repeating the flag. */
  strings: readonly string[];
  /** Whole numbers, separated by commas or by repeating the flag. */
  ints: readonly number[];
  /** A list by repeating the flag; commas are part of a value. */
  stringArray: readonly string[];
  /** Pairs of `key=value`, separated by commas or by repeating the flag. */
  map: ReadonlyMap<string, string>;
  /** The same, but a single pair may contain commas, and pairs with commas are quoted. */
  stringMap: ReadonlyMap<string, string>;
  /** Pairs of `key:value`, separated by commas or by repeating the flag; without a colon, the key is empty. */
  multimap: ReadonlyMap<string, readonly string[]>;
}

export type FlagType = keyof FlagTypes;

type FlagOf<Type extends FlagType> = {
  readonly type: Type;
  readonly default: FlagTypes[Type];
  /** The help text, without a period at the end. */
  readonly help: string;
  /** Lines below the help text. */
  readonly options?: () => readonly string[];
  /** One letter. */
  readonly short?: string;
  readonly deprecated?: string;
  /** Why the flag is accepted but has no effect here. */
  readonly ignored?: string;
  /** Which part of it is not implemented yet. */
  readonly limited?: string;
  /** How it differs from upstream. */
  readonly differs?: string;
  /** Why the flag is refused: ignoring it would be misleading. */
  readonly unsupported?: string;
  /**
   * Returns the problems with a value by itself; what several flags must fulfil together is validated by their section.
   */
  readonly validate?: (value: FlagTypes[Type], name: string) => readonly string[];
};

export type Flag = { [Type in FlagType]: FlagOf<Type> }[FlagType];

/** Flags by name. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** The titles of help texts, in their order there. */
export const flagGroups = [
  'generic',
  'etcd',
  'secure serving',
  'auditing',
  'features',
  'authentication',
  'authorization',
  'API enablement',
  'egress selector',
  'admission',
  'metrics',
  'logs',
  'traces',
  'misc',
  'global',
] as const;

export type FlagGroup = (typeof flagGroups)[number];

/** Flags by name, each with the title under which help texts list it. */
export type GroupedFlagTable = Readonly<Record<string, Flag & { readonly group: FlagGroup }>>;

/** The same flags, with their group. */
export function inGroup<const Table extends FlagTable>(group: FlagGroup, table: Table) {
  const entries = Object.entries(table).map(([name, flag]) => [name, { ...flag, group }]);
  return Object.fromEntries(entries) as { readonly [Name in keyof Table]: Table[Name] & { readonly group: FlagGroup } };
}

/** The value of each flag of a table. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: FlagTypes[Table[Name]['type']];
};
