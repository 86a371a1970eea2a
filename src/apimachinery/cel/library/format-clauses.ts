import { CelFailure } from '../failure.js';

/** One part of a format: text to be copied, or a clause that an argument is written by. */
export type FormatPart = { readonly text: string } | FormatClause;

export interface FormatClause {
  readonly verb: Verb;
  readonly precision: number | undefined;
}

const VERBS = ['s', 'd', 'f', 'e', 'b', 'x', 'X', 'o'] as const;
export type Verb = (typeof VERBS)[number];

/** What is wrong with a format by itself. */
export const UNEXPECTED_END = 'unexpected end of string';

/** The parts of a format, in order. A part that is wrong is a failure, to be thrown when it is reached. */
export function* formatParts(format: string): Generator<FormatPart | CelFailure> {
  let start = 0;
  for (let at = format.indexOf('%'); at >= 0; at = format.indexOf('%', start)) {
    if (at > start) yield { text: format.slice(start, at) };
    if (format[at + 1] === '%') {
      yield { text: '%' };
      start = at + 2;
      continue;
    }
    const { part, end } = readClause(format, at + 1);
    yield part;
    if (part instanceof CelFailure) return;
    start = end;
  }
  if (start < format.length) yield { text: format.slice(start) };
}

function readClause(format: string, start: number): { part: FormatClause | CelFailure; end: number } {
  if (start === format.length) return { part: new CelFailure(UNEXPECTED_END), end: start };
  const [written, digits] = /^(?:\.([0-9]*))?/.exec(format.slice(start, start + 32))!;
  const end = start + written.length;
  const precision = digits === undefined ? undefined : Number(digits);
  if (precision !== undefined && end === format.length) return broken('could not find end of precision specifier');
  if (digits === '') return broken(`${CONVERTING} strconv.Atoi: parsing "": invalid syntax`);
  if (precision !== undefined && precision > Number.MAX_SAFE_INTEGER) {
    return broken(`${CONVERTING} strconv.Atoi: parsing "${digits}": value out of range`);
  }
  const verb = VERBS.find((candidate) => candidate === format[end]);
  if (verb) return { part: { verb, precision }, end: end + 1 };
  return { part: unparsable(`unrecognized formatting clause "${format[end]}"`), end };
}

const CONVERTING = 'error while converting precision to integer:';

function broken(problem: string): { part: CelFailure; end: number } {
  return { part: unparsable(`error while parsing precision: ${problem}`), end: 0 };
}

function unparsable(problem: string): CelFailure {
  return new CelFailure(`could not parse formatting clause: ${problem}`);
}

const NAMES: Readonly<Record<Verb, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
};

/** Upstream's text for an argument that the clause cannot write. */
export function cannotFormat(verb: Verb, typeName: string): string {
  return `error during formatting: ${NAMES[verb]}, was given ${typeName}`;
}
