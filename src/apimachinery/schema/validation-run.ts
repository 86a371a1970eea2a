// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/validate/schema.go (v1.36)

import { goQuote, type JsonObject, type JsonValue } from '../meta/index.js';
import type { Pattern } from '../pattern/index.js';
import { type FieldError, type FieldPath, maxListedErrors, moreErrors } from '../validation/index.js';
import type { LongMatches } from './long-matches.js';
import type { SchemaNode } from './schema-node.js';
import type { ValueCheck } from './value-check.js';

/** A reported failure. `message` is that of Kubernetes' OpenAPI validation. */
interface Failure {
  readonly message: string;
  readonly toFieldError: (path: FieldPath) => FieldError;
  /** Undefined for failures that Kubernetes reports without a field. */
  readonly field: string | undefined;
}

/** Lists and maps of fewer items are checked in one go. */
export const wideItems = 1000;

interface PostponedItems {
  /** Their schema. */
  readonly node: SchemaNode;
  readonly container: JsonValue[] | JsonObject;
  /** Which of the members of a map; unset for a list. */
  readonly keys?: readonly string[];
  /** The path of the container. */
  readonly segments: readonly (string | number)[];
}

/**
 * Limit for all pattern matches of one validation: some seconds in the worst case. Matching is linear in the text, but
 * a pattern can have thousands of instructions and a text a million characters.
 */
const patternEffort = 2.5e8;

/** Limit for the total length of failure messages: each contains its path, whose keys can be long. */
const maxDescriptions = 1024 * 1024;

/**
 * One validation of one value: the current path, and the failures. Alternatives (anyOf, oneOf, not) are first tried
 * quietly: failures are counted, not described.
 */
export class ValidationRun {
  /** Failures so far, described or not. */
  failures = 0;

  /** Whether containers equal their old values; set while unchanged values are tolerated. */
  readonly unchanged = new Map<JsonObject | JsonValue[], boolean>();

  /** Depth of the current value. */
  depth = 0;

  #patternEffort = patternEffort;
  readonly #longMatches: LongMatches | undefined;
  /** The first failures. Failures of quiet attempts are not included and not counted. */
  readonly #described: Failure[] = [];
  #descriptionsLength = 0;
  #quiet = false;
  readonly #segments: (string | number)[] = [];

  /** Items that are yet to be checked. Unset: those of every container are checked with it. */
  postponed: PostponedItems[] | undefined;

  /** `longMatches`: those that take long may be postponed. */
  constructor(longMatches?: LongMatches) {
    this.#longMatches = longMatches;
  }

  /** Whether items may be left for later, if they are many. Never in alternatives. */
  get mayPostpone(): boolean {
    return this.postponed !== undefined && !this.#quiet;
  }

  /** Leaves the items of a container for later. */
  postpone(items: Omit<PostponedItems, 'segments'>): void {
    this.postponed?.push({ ...items, segments: this.#segments.slice(0, this.depth) });
  }

  /** Continues within the container. */
  return({ segments }: PostponedItems): void {
    for (const [index, segment] of segments.entries()) this.#segments[index] = segment;
    this.depth = segments.length;
  }

  enter(segment: string | number): void {
    this.#segments[this.depth++] = segment;
  }

  leave(): void {
    this.depth--;
  }

  /** Runs a check quietly and returns its outcome. */
  attempt(check: ValueCheck, value: JsonValue, old: JsonValue | undefined): Attempt {
    const failures = this.failures;
    const wasQuiet = this.#quiet;
    this.#quiet = true;
    const matched = check(value, old, this);
    this.#quiet = wasQuiet;
    const valid = this.failures === failures;
    this.failures = failures;
    return { valid, matched };
  }

  /** True while descriptions are discarded, so that callers need not create them. */
  get quiet(): boolean {
    return this.#quiet;
  }

  /** Drops the failures after the first `failures`. */
  forgive(failures: number): void {
    this.failures = failures;
    if (this.#quiet) return;
    while (this.#described.length > failures) this.#descriptionsLength -= this.#described.pop()!.message.length;
  }

  /** The current field as in messages: `spec.list[0].name`, empty at the root. */
  get place(): string {
    let text = '';
    for (let index = 0; index < this.depth; index++) {
      const segment = this.#segments[index]!;
      if (typeof segment === 'number') text += `[${segment}]`;
      else text += text === '' ? segment : `.${segment}`;
    }
    return text;
  }

  /** Whether the pattern matches the text; undefined if there is no budget for that. */
  matches(pattern: Pattern, text: string): boolean | undefined {
    const effort = pattern.effort(text);
    if (effort > this.#patternEffort) return undefined;
    this.#patternEffort -= effort;
    return this.#longMatches ? this.#longMatches.matches(pattern, text, effort) : pattern.matches(text);
  }

  failType(expected: string, actual: string): void {
    this.#fail((place) => {
      const message = `${place} in body must be of type ${expected}: ${goQuote(actual)}`;
      return { field: place, message, toFieldError: (path) => path.typeInvalid(actual, message) };
    });
  }

  failRequired(name: string): void {
    this.#fail((place) => {
      const field = `${place}.${name}`;
      return { field, message: `${field} in body is required`, toFieldError: (path) => path.required() };
    });
  }

  failEnum(value: JsonValue, supported: { readonly names: readonly string[]; readonly text: string }): void {
    this.#fail((place) => {
      const message = `${place} in body should be one of [${supported.text}]`;
      return { field: place, message, toFieldError: (path) => path.notSupported(value, supported.names) };
    });
  }

  failTooLong(limit: number): void {
    this.#fail((place) => {
      const message = `${place} in body should be at most ${limit} chars long`;
      return { field: place, message, toFieldError: (path) => path.tooLong(limit) };
    });
  }

  failTooMany(what: 'items' | 'properties', count: number, limit: number): void {
    this.#fail((place) => {
      const message = `${place} in body should have at most ${limit} ${what}`;
      return { field: place, message, toFieldError: (path) => path.tooMany(count, limit) };
    });
  }

  /** Any other failure of the current field; `predicate` continues the message `spec.x in body …`. */
  fail(value: JsonValue, predicate: string): void {
    this.#fail((place) => {
      const message = `${place} in body ${predicate}`;
      return { field: place, message, toFieldError: (path) => path.invalid(value, message) };
    });
  }

  /** A failure of the current field with its own message. */
  failSaying(value: JsonValue, sentence: (place: string) => string): void {
    this.#fail((place) => {
      const message = sentence(place);
      return { field: place, message, toFieldError: (path) => path.invalid(value, message) };
    });
  }

  /** A failure that Kubernetes reports for the whole object, with the path only in the message. */
  failOverall(sentence: (place: string) => string): void {
    this.#fail((place) => {
      const message = sentence(place);
      return { field: undefined, message, toFieldError: (path) => path.invalid('', message) };
    });
  }

  /** Each message is reported once, at its first location. */
  fieldErrors(base: FieldPath): FieldError[] {
    if (this.#described.length === 0) return [];
    const distinct = new Map<string, Failure>();
    for (const failure of this.#described) {
      if (!distinct.has(failure.message)) distinct.set(failure.message, failure);
    }
    const errors = [...distinct.values()].map(({ field, toFieldError }) => {
      const name = field?.startsWith('.') ? field.slice(1) : field;
      return toFieldError(name ? base.child(name) : base);
    });
    const omitted = this.failures - this.#described.length;
    return omitted > 0 ? [...errors, moreErrors(omitted)] : errors;
  }

  #fail(describe: (place: string) => Failure): void {
    this.failures++;
    if (this.#quiet || this.#described.length === maxListedErrors || this.#descriptionsLength > maxDescriptions) return;
    const failure = describe(this.place);
    this.#descriptionsLength += failure.message.length;
    this.#described.push(failure);
  }
}

export interface Attempt {
  readonly valid: boolean;
  /** The number of checks that the value passed; the failures of the alternative with the most are reported. */
  readonly matched: number;
}
