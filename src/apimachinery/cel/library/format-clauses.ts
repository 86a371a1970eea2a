// Follows vendor/github.com/google/cel-go/ext/formatting.go (v1.36)
// Follows vendor/github.com/google/cel-go/ext/formatting_v2.go (v1.36)

import type { Steps } from '../../event-loop/index.js';
import { CelFailure } from '../failure.js';
import type { CelType, TypeKind } from '../types.js';
import type { CelValue } from '../values.js';

/** One part of a format: text to copy, or a clause that formats an argument. */
export type FormatPart = { readonly text: string } | FormatClause;

export interface FormatClause {
  readonly verb: Verb;
  readonly precision: number;
}

const VERBS = ['s', 'd', 'f', 'e', 'b', 'x', 'X', 'o'] as const;
export type Verb = (typeof VERBS)[number];

/** How clauses format their arguments, which differs between versions of cel-go's strings library. */
export interface FormatDialect {
  readonly maxPrecision: number;
  /** The types that each clause accepts. */
  readonly writable: Readonly<Record<Verb, readonly TypeKind[]>>;
  /** The messages for other types. */
  readonly refusals: Readonly<Record<Verb, string>>;
  /** `%s`, `%f` and `%e` of accepted values. They throw `CelFailure` for nested values that are not accepted. */
  readonly text: (value: CelValue) => Steps<string>;
  readonly fixed: (value: CelValue, precision: number) => string;
  readonly scientific: (value: CelValue, precision: number) => string;
}

export const WRITABLE_AS_TEXT: readonly TypeKind[] = [
  'list',
  'map',
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'timestamp',
  'bytes',
  'duration',
  'type',
  'null',
];
export const TEXT_REFUSAL =
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps';

/** Upstream's text for an argument that the clause does not accept. */
export function cannotFormat({ refusals }: FormatDialect, verb: Verb, { name }: CelType): string {
  return `error during formatting: ${refusals[verb]}, was given ${name}`;
}

export const DEFAULT_PRECISION = 6;

/** Errors in the format itself. */
export const UNEXPECTED_END = 'unexpected end of string';

/** Yields the parts of a format, in order. An invalid part is a failure, to be thrown when it is reached. */
export function* formatParts(format: string, maxPrecision: number): Generator<FormatPart | CelFailure> {
  let start = 0;
  for (let at = format.indexOf('%'); at >= 0; at = format.indexOf('%', start)) {
    if (at > start) yield { text: format.slice(start, at) };
    if (format[at + 1] === '%') {
      yield { text: '%' };
      start = at + 2;
      continue;
    }
    const { part, end } = readClause(format, at + 1, maxPrecision);
    yield part;
    if (part instanceof CelFailure) return;
    start = end;
  }
  if (start < format.length) yield { text: format.slice(start) };
}

function readClause(
  format: string,
  start: number,
  maxPrecision: number,
): { part: FormatClause | CelFailure; end: number } {
  if (start === format.length) return { part: new CelFailure(UNEXPECTED_END), end: start };
  const [written, digits] = /^(?:\.([0-9]*))?/.exec(format.slice(start, start + 32))!;
  const end = start + written.length;
  const problem =
    end === format.length ? 'could not find end of precision specifier' : precisionProblem(digits, maxPrecision);
  if (problem !== undefined) return { part: unparsable(`error while parsing precision: ${problem}`), end };
  const verb = VERBS.find((candidate) => candidate === format[end]);
  if (!verb) return { part: unparsable(`unrecognized formatting clause "${format[end]}"`), end };
  return { part: { verb, precision: digits === undefined ? DEFAULT_PRECISION : Number(digits) }, end: end + 1 };
}

const CONVERTING = 'error while converting precision to integer:';

function precisionProblem(digits: string | undefined, maxPrecision: number): string | undefined {
  if (digits === undefined) return undefined;
  if (digits === '') return `${CONVERTING} strconv.Atoi: parsing "": invalid syntax`;
  const precision = Number(digits);
  if (precision > Number.MAX_SAFE_INTEGER) {
    return `${CONVERTING} strconv.Atoi: parsing "${digits}": value out of range`;
  }
  if (precision <= maxPrecision) return undefined;
  return `precision ${precision} exceeds maximum allowed precision ${maxPrecision}`;
}

function unparsable(problem: string): CelFailure {
  return new CelFailure(`could not parse formatting clause: ${problem}`);
}
