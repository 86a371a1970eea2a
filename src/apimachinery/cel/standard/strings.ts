// Follows vendor/github.com/google/cel-go/common/stdlib/standard.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/overloads/overloads.go (v1.36)

import { longEffort } from '../../pattern/index.js';
import { regexMatch, times, traversal } from '../cost/estimates.js';
import { regexCost, traversalCost } from '../cost/sizes.js';
import { defineFunction, type FunctionDeclaration, member, overload } from '../declarations.js';
import { compiledPattern, matchesElsewhere, matchesPattern } from '../regex.js';
import { BOOL, STRING } from '../values.js';

const matches = {
  parameters: [STRING, STRING],
  result: BOOL,
  evaluate: matchesPattern,
  evaluateElsewhere: (text, pattern) => {
    const compiled = compiledPattern(pattern);
    return compiled.effort(text) > longEffort ? matchesElsewhere(text, compiled) : undefined;
  },
  cost: regexCost,
  estimate: ({ operands: [text, pattern] }) => ({ cost: regexMatch(text!.size, pattern!.size) }),
} satisfies Partial<Parameters<typeof overload<[typeof STRING, typeof STRING], boolean>>[0]>;

export const strings = (): readonly FunctionDeclaration[] => [
  defineFunction(
    'contains',
    member({
      id: 'contains_string',
      parameters: [STRING, STRING],
      result: BOOL,
      evaluate: (text, part) => text.includes(part),
      cost: (text, part) => traversalCost(text) * traversalCost(part),
      estimate: ({ operands: [text, part] }) => ({ cost: times(traversal(text!.size), traversal(part!.size)) }),
    }),
  ),
  defineFunction(
    'endsWith',
    member({
      id: 'ends_with_string',
      parameters: [STRING, STRING],
      result: BOOL,
      evaluate: (text, suffix) => text.endsWith(suffix),
      cost: traversalCost,
      estimate: ({ operands: [, suffix] }) => ({ cost: traversal(suffix!.size) }),
    }),
  ),
  defineFunction(
    'startsWith',
    member({
      id: 'starts_with_string',
      parameters: [STRING, STRING],
      result: BOOL,
      evaluate: (text, prefix) => text.startsWith(prefix),
      cost: traversalCost,
      estimate: ({ operands: [, prefix] }) => ({ cost: traversal(prefix!.size) }),
    }),
  ),
  defineFunction('matches', overload({ id: 'matches', ...matches }), member({ id: 'matches_string', ...matches })),
];
