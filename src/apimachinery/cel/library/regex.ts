// Follows staging/src/k8s.io/apiserver/pkg/cel/library/regex.go (v1.36)

import { spend } from '../budget.js';
import { type CallEstimate, type CallSite, regexMatch } from '../cost/estimates.js';
import { regexCost } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, member } from '../declarations.js';
import { CelFailure } from '../failure.js';
import type { CelList } from '../lists.js';
import { compiledPattern } from '../regex.js';
import type { Expr, LiteralProblem } from '../syntax/ast.js';
import { type CelType, listOf } from '../types.js';
import { type CelInt, INT, STRING } from '../values.js';

const LIST_OF_STRING = listOf(STRING) as CelType<CelList>;

function patternOf(pattern: string): ReturnType<typeof compiledPattern> {
  try {
    return compiledPattern(pattern);
  } catch (thrown) {
    if (thrown instanceof CelFailure) throw new CelFailure(`Illegal regex: ${thrown.message}`);
    throw thrown;
  }
}

function find(text: string, pattern: string): string {
  const matcher = patternOf(pattern).matcher(text);
  return matcher.find() ? (matcher.group() ?? '') : '';
}

/** A search may scan the rest of the text for a short match: each match is charged a fraction of the rest. */
const REST_SHARE = 4;

/**
 * At most `limit` matches; a negative limit means no limit. As in Go, an empty match right after a match does not
 * count.
 */
function findAll(text: string, pattern: string, limit: CelInt = -1): string[] {
  const matcher = patternOf(pattern).matcher(text);
  const found: string[] = [];
  let previousEnd = -1;
  while ((limit < 0 || found.length < limit) && matcher.find()) {
    spend(1 + (text.length - matcher.start()) / REST_SHARE);
    const isEmptyAfterMatch = matcher.start() === matcher.end() && matcher.start() === previousEnd;
    previousEnd = matcher.end();
    if (!isEmptyAfterMatch) found.push(matcher.group() ?? '');
  }
  return found;
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
        ...matching,
      }),
      member({
        id: 'string_find_all_string_int',
        parameters: [STRING, STRING, INT],
        result: LIST_OF_STRING,
        evaluate: findAll,
        ...matching,
      }),
    ),
  ],
};
