// Follows staging/src/k8s.io/apiserver/pkg/cel/library/regex.go (v1.36)

import { findInThread, longEffort, type Pattern } from '../../pattern/index.js';
import { spend, stepsLeft } from '../budget.js';
import { type CallEstimate, type CallSite, regexMatch } from '../cost/estimates.js';
import { regexCost } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, member } from '../declarations.js';
import { CelBudgetExceeded, CelFailure } from '../failure.js';
import type { CelList } from '../lists.js';
import { compiledPattern } from '../regex.js';
import type { LongCall } from '../suspension.js';
import type { Expr, LiteralProblem } from '../syntax/ast.js';
import { type CelType, listOf } from '../types.js';
import { type CelInt, INT, STRING } from '../values.js';

const LIST_OF_STRING = listOf(STRING) as CelType<CelList>;

function patternOf(pattern: string): Pattern {
  try {
    return compiledPattern(pattern);
  } catch (thrown) {
    if (thrown instanceof CelFailure) throw new CelFailure(`Illegal regex: ${thrown.message}`);
    throw thrown;
  }
}

function find(text: string, pattern: string): string {
  const [first = ''] = findAll(text, pattern, 1);
  return first;
}

/** A search may scan the rest of the text for a short match: each match is charged a fraction of the rest. */
const restShare = 4;

/** At most `limit` matches; a negative limit means no limit. */
function findAll(text: string, pattern: string, limit: CelInt = -1): string[] {
  const found: string[] = [];
  if (limit === 0) return found;
  const places = patternOf(pattern).findAll(text, (start) => spend(1 + Math.ceil((text.length - start) / restShare)));
  for (const { start, end } of places) {
    found.push(text.slice(start, end));
    if (found.length === limit) break;
  }
  return found;
}

/** Searching longer texts for many matches may take ten milliseconds. */
const longSearch = 1000;

/** The same in another thread; undefined if it does not take long. */
function findElsewhere(text: string, source: string, limit: CelInt): LongCall<string[]> | undefined {
  const pattern = patternOf(source);
  const isLong = pattern.effort(text) > longEffort || (text.length > longSearch && limit !== 1);
  if (limit === 0 || !isLong) return undefined;
  const search = { limit: limit < 0 ? Number.POSITIVE_INFINITY : Number(limit), effort: stepsLeft() * restShare };
  return findInThread(source, text, search).then(({ found, effort }) => {
    if (effort === undefined) return { value: new CelBudgetExceeded(), work: 0 };
    const value = Array.from({ length: found.length / 2 }, (_, at) => text.slice(found[2 * at], found[2 * at + 1]));
    return { value, work: Math.ceil(effort / restShare) };
  });
}

const matching = {
  cost: regexCost,
  estimate: ({ operands: [text, pattern] }: CallSite): CallEstimate => ({
    cost: regexMatch(text!.size, pattern!.size),
    resultSize: { min: 0, max: text!.size.max },
  }),
  validate: ([, pattern]: readonly Expr[]): LiteralProblem | undefined => {
    if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return undefined;
    try {
      compiledPattern(pattern.value);
      return undefined;
    } catch (thrown) {
      if (thrown instanceof CelFailure) return { at: pattern, message: thrown.message };
      throw thrown;
    }
  },
};

/** `find` and `findAll`: the parts of a text that match an RE2 pattern. */
export const regexLibrary: CelLibrary = {
  name: 'kubernetes.regex',
  functions: () => [
    defineFunction(
      'find',
      member({
        id: 'string_find_string',
        parameters: [STRING, STRING],
        result: STRING,
        evaluate: find,
        evaluateElsewhere: (text, pattern) =>
          findElsewhere(text, pattern, 1)?.then(({ value, work }) => {
            return { value: Array.isArray(value) ? (value[0] ?? '') : value, work };
          }),
        ...matching,
      }),
    ),
    defineFunction(
      'findAll',
      member({
        id: 'string_find_all_string',
        parameters: [STRING, STRING],
        result: LIST_OF_STRING,
        evaluate: (text, pattern) => findAll(text, pattern),
        evaluateElsewhere: (text, pattern) => findElsewhere(text, pattern, -1),
        ...matching,
      }),
      member({
        id: 'string_find_all_string_int',
        parameters: [STRING, STRING, INT],
        result: LIST_OF_STRING,
        evaluate: findAll,
        evaluateElsewhere: findElsewhere,
        ...matching,
      }),
    ),
  ],
};
