/** The types that a flag can have, under the names that help texts use. Durations are milliseconds. */
export interface FlagTypes {
  bool: boolean;
  int: number;
  float: number;
  duration: number;
  string: string;
  ip: string;
  /** A list by commas, or by repeating the flag. */
  strings: readonly string[];
  /** A list by repeating the flag; commas are part of a value. */
  stringArray: readonly string[];
  /** Pairs of `key=value`, by commas, or by repeating the flag. */
  map: ReadonlyMap<string, string>;
}

export type FlagType = keyof FlagTypes;

type FlagOf<Type extends FlagType> = {
  readonly type: Type;
  readonly default: FlagTypes[Type];
  /** For people, without a dot at the end. */
  readonly help: string;
  /** One letter. */
  readonly short?: string;
  readonly deprecated?: string;
  /** Accepted, and why it means nothing here. */
  readonly ignored?: string;
  /** What of it is not there yet. */
  readonly limited?: string;
  /** What it does otherwise than upstream. */
  readonly differs?: string;
  /** Refused when it is given, and why: to ignore it would promise what is not kept. */
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
