/** The types that a flag can have, under the names that help texts use. Durations are milliseconds. */
export interface FlagTypes {
  bool: boolean;
  int: number;
  float: number;
  duration: number;
  string: string;
  ip: string;
  /** A list, separated by commas or by repeating the flag. */
  strings: readonly string[];
  /** A list by repeating the flag; commas are part of a value. */
  stringArray: readonly string[];
  /** Pairs of `key=value`, separated by commas or by repeating the flag. */
  map: ReadonlyMap<string, string>;
}

export type FlagType = keyof FlagTypes;

type FlagOf<Type extends FlagType> = {
  readonly type: Type;
  readonly default: FlagTypes[Type];
  /** The help text, without a period at the end. */
  readonly help: string;
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
};

export type Flag = { [Type in FlagType]: FlagOf<Type> }[FlagType];

/** Flags by name. */
export type FlagTable = Readonly<Record<string, Flag>>;

/** Tables by the titles that help texts group them under. */
export type FlagGroups = Readonly<Record<string, FlagTable>>;

/** The value of each flag of a table. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: FlagTypes[Table[Name]['type']];
};
