import {
  getCheckingSuite,
  getComprehensionSuite,
  getParsingSuite,
  type IncrementalTest,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, test } from 'vitest';
import { CelSyntaxError } from '../../../src/apimachinery/cel/index.js';
import { STANDARD_MACROS } from '../../../src/apimachinery/cel/standard/macros.js';
import { macroKey, parse } from '../../../src/apimachinery/cel/syntax/parser.js';
import { compact, parsedDebugString } from './debug-string.js';

const macros = new Map(
  STANDARD_MACROS.map((macro) => [macroKey(macro.name, macro.argumentCount, macro.member), macro]),
);
const cases = [...getParsingSuite().tests, ...getCheckingSuite().tests, ...getComprehensionSuite().tests];

describe("cel-go's own cases", () => {
  test.each(cases.filter(({ ast }) => ast))('the tree of $name is the same', ({ original, ast }) => {
    const tree = parse(original.expr, { macros, optionalSyntax: false });
    expect(compact(parsedDebugString(tree))).toBe(compact(ast!));
  });

  test.each(refused())('$name is refused', ({ original, error }) => {
    const issue = firstIssue(original.expr);
    if (!OTHER_WORDS.has(original.expr.trim())) expect(issue).toBe(error!.split('\n', 1)[0]);
  });
});

/** The nesting cases expect a limit of 32, and those of quoted names a parser without them. */
function refused(): IncrementalTest[] {
  return cases.filter(
    ({ ast, error }) => !ast && error && !/recursion|lookahead limit|unsupported syntax: '`'/.test(error),
  );
}

function firstIssue(source: string): string {
  try {
    parse(source, { macros, optionalSyntax: false });
  } catch (thrown) {
    if (thrown instanceof CelSyntaxError) return thrown.message.split('\n', 1)[0]!.replace('<input>', '');
    throw thrown;
  }
  throw new Error(`not refused: ${source}`);
}

const ILLEGAL_ESCAPE = String.raw`"\a\b\f\n\r\t\v\'\"\\\? Illegal escape \>"`;

/** Refused with another message than ANTLR's. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['--', 'a.`$b`', 'x{?.', 'x{.', String.raw`"\xFh"`, ILLEGAL_ESCAPE]);
