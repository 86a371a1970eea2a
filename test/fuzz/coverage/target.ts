/** A parser of untrusted input. */
export interface Target {
  /** The initial inputs: each character is a byte. */
  readonly seeds: readonly string[];
  /** The tokens of its language. */
  readonly tokens: readonly string[];
  readonly maxBytes?: number;
  /** Throws on a bug: any undeclared error, and `Flaw` if the result is wrong. */
  check(bytes: Buffer): void;
}

/** What came out is not what should have. */
export class Flaw extends Error {
  override readonly name = 'Flaw';
}

type ErrorClass = abstract new (...parameters: never[]) => Error;

/** The result, or undefined where one of the declared errors is thrown. */
export function declared<Result>(read: () => Result, ...errors: readonly ErrorClass[]): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (errors.some((declaredError) => error instanceof declaredError)) return undefined;
    throw error;
  }
}

/** Fails where the two differ, as texts. */
export function same(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [textOf(found), textOf(expected)];
  if (one !== other) throw new Flaw(`${what}: ${one.slice(0, 200)} is not ${other.slice(0, 200)}`);
}

/** Distinguishes big integers and negative zero, and ignores the order of members. */
function textOf(value: unknown): string {
  const plain = (_key: string, each: unknown): unknown => {
    if (typeof each === 'bigint') return `${each}n`;
    if (Object.is(each, -0)) return '-0';
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(value, plain) ?? 'undefined';
}
