// Follows staging/src/k8s.io/apimachinery/pkg/fields/selector.go (v1.36)

import { compareBytes, compositeKey, goQuote } from '../meta/index.js';
import { SelectorError } from './selector-error.js';

/** One requirement on one field. A missing field has the empty value. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Values of selectable fields, by path. */
export type Fields = Readonly<Record<string, string>>;
/** A term of a field selector. */
export type FieldTest = (fields: Fields) => boolean;

/**
 * Maps a client's field and value to the resource's, for example an old field name. Returning undefined drops the
 * requirement; throws SelectorError if the field is not selectable.
 */
export type FieldTransform = (field: string, value: string) => readonly [field: string, value: string] | undefined;

/** A compiled field selector: all requirements must match. Immutable. */
export class FieldSelector {
  static readonly everything = new FieldSelector([], () => true);
  static readonly nothing = new FieldSelector([], () => false);

  readonly requirements: readonly FieldRequirement[];
  readonly matches: FieldTest;
  #key: string | undefined;

  private constructor(requirements: readonly FieldRequirement[], matches: FieldTest) {
    this.requirements = requirements;
    this.matches = matches;
  }

  static of(requirements: readonly FieldRequirement[]): FieldSelector {
    if (requirements.length === 0) return FieldSelector.everything;
    const tests = requirements.map(compile);
    const [first] = tests;
    if (first !== undefined && tests.length === 1) return new FieldSelector(requirements, first);
    return new FieldSelector(requirements, (fields) => {
      for (const test of tests) if (!test(fields)) return false;
      return true;
    });
  }

  /** Matches every object. */
  get isEmpty(): boolean {
    return this === FieldSelector.everything;
  }

  /** Equal for equivalent selectors; for caches. */
  get key(): string {
    this.#key ??= this === FieldSelector.nothing ? '\0' : canonicalKey(this.requirements);
    return this.#key;
  }

  /** The value that the field must have; undefined if it may have several. */
  requiresExact(field: string): string | undefined {
    return this.requirements.find((term) => term.field === field && term.operator === '=')?.value;
  }

  /** Throws what the transform throws. */
  transform(transform: FieldTransform): FieldSelector {
    if (this === FieldSelector.nothing) return this;
    const requirements: FieldRequirement[] = [];
    for (const { field, operator, value } of this.requirements) {
      const changed = transform(field, value);
      if (changed) requirements.push({ field: changed[0], operator, value: changed[1] });
    }
    return FieldSelector.of(requirements);
  }

  toString(): string {
    return this.requirements.map(format).join(',');
  }
}

/** Parses `metadata.name=x,status.phase!=y`; `\`, `,` and `=` in values are escaped with `\`. Throws SelectorError. */
export function parseFieldSelector(text: string): FieldSelector {
  const terms = splitTerms(text).sort(compareBytes);
  return FieldSelector.of(terms.filter((term) => term !== '').map((term) => parseTerm(term, text)));
}

/** The transform of resources without selectable fields other than metadata's. */
export function metadataFieldsOnly(field: string, value: string): readonly [string, string] {
  if (field === 'metadata.name' || field === 'metadata.namespace') return [field, value];
  throw new SelectorError(
    `${goQuote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}

/** Escapes a value for a field selector. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

function compile({ field, operator, value }: FieldRequirement): FieldTest {
  if (value === '') {
    const isAbsent: FieldTest = (fields) => typeof fields[field] !== 'string' || fields[field] === '';
    return operator === '=' ? isAbsent : (fields) => !isAbsent(fields);
  }
  return operator === '=' ? (fields) => fields[field] === value : (fields) => fields[field] !== value;
}

function format({ field, operator, value }: FieldRequirement): string {
  return `${field}${operator}${escapeFieldValue(value)}`;
}

function canonicalKey(requirements: readonly FieldRequirement[]): string {
  const keys = requirements.map(({ field, operator, value }) => compositeKey(field, operator, value));
  // Unambiguous: joined are composite keys.
  return [...new Set(keys)].sort(compareBytes).join('');
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === ',') {
      terms.push(text.slice(start, index));
      start = index + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function parseTerm(term: string, selector: string): FieldRequirement {
  const match = /!=|==|=/.exec(term);
  if (match === null) throw new SelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  return {
    field: term.slice(0, match.index),
    operator: match[0] === '!=' ? '!=' : '=',
    value: unescapeValue(term.slice(match.index + match[0].length)),
  };
}

function unescapeValue(text: string): string {
  return text.replace(/\\(.?)|[,=]/gsu, (sequence, escaped: string | undefined) => {
    if (escaped === undefined) {
      throw new SelectorError(`invalid field selector: unescaped character in value: ${sequence.charCodeAt(0)}`);
    }
    if (escaped === '\\' || escaped === ',' || escaped === '=') return escaped;
    throw new SelectorError(`invalid field selector: invalid escape sequence: ${sequence}`);
  });
}
