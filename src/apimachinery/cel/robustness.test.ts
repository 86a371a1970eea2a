import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CelEnvironment, CelEvaluationError, CelSyntaxError, CelTypeError, DYN, optionalsLibrary } from './index.js';

const environment = CelEnvironment.extend({ libraries: [optionalsLibrary], variables: { a: DYN, b: DYN } });

const pieces = [
  ...['a', 'b', 'x', '1', '2u', '-3', '1.5', '"s"', "b'b'", 'true', 'null', 'r"\\d"', '[', ']', '(', ')', '{', '}'],
  ...['.', ',', ':', '?', '+', '-', '*', '/', '%', '!', '&&', '||', '==', '<', 'in', '.all(', '.map(x,', '.?', '[?'],
  ...[
    'size(',
    'int(',
    'string(',
    'type(',
    'duration("1s")',
    'timestamp(0)',
    '.matches(',
    'optional.of(',
    '.getHours()',
  ],
];
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(' '));
const anyText = fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 40 }));
const json = fc.jsonValue({ maxDepth: 2 });

/** The outcome of an expression: a value, or one of the expected errors. */
function outcome(source: string, activation: Record<string, unknown>): unknown {
  try {
    return environment.compileUnchecked(source).evaluate(activation as never);
  } catch (thrown) {
    return thrown;
  }
}

test('whatever the text, nothing but our own errors is thrown', () => {
  fc.assert(
    fc.property(anyText, json, json, (source, a, b) => {
      const result = outcome(source, { a, b });
      if (!(result instanceof Error)) return;
      expect([CelSyntaxError, CelTypeError, CelEvaluationError]).toContain(result.constructor);
      expect(result.message).not.toMatch(/^internal error/);
    }),
    { seed: 7, numRuns: 5_000 },
  );
});

test('whatever the data, an expression on it has a value or fails', () => {
  const expressions = fc.constantFrom(
    'a == b',
    'a + b',
    'a < b',
    'a in b',
    'a[b]',
    'a.x.y',
    'has(a.x)',
    'a.all(x, x == b)',
    'a.map(x, x + b)',
    'size(a) + size(b)',
    'string(a)',
    'int(a) / int(b)',
    'a.matches(b)',
    'type(a) == type(b)',
    '{a: b}[a]',
    'a ? b : a',
    'a.?x.orValue(b)',
  );
  fc.assert(
    fc.property(expressions, json, json, (source, a, b) => {
      const result = outcome(source, { a, b });
      if (result instanceof Error) expect(result).toBeInstanceOf(CelEvaluationError);
      expect(String(result)).not.toContain('internal error');
    }),
    { seed: 7, numRuns: 5_000 },
  );
});
