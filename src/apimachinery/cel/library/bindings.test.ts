import { expect, test } from 'vitest';
import { bindingsLibrary, storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment().extend({ libraries: [bindingsLibrary] });
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

test.each([
  `cel.bind(a, 'x', a + a + cel.bind(b, a + 'y', b)) == 'xxxy'`,
  `cel.bind(a, [1, 2], a.map(x, x * 2).sum() == 6)`,
  `cel.bind(a, 1, cel.bind(a, a + 1, a)) == 2`,
  `cel.bind(s, '10.0.0.0/8', isCIDR(s) && cidr(s).containsIP('10.1.1.1'))`,
])('%s', (source) => expect(evaluate(source)).toBe(true));

test('a name must be simple', () =>
  expect(() => evaluate('cel.bind(a.b, 1, a.b)')).toThrow('cel.bind() variable names must be simple identifiers'));

test('it is not in the base environment', () =>
  expect(() => storedExpressionsEnvironment().compile('cel.bind(a, 1, a)')).toThrow("undeclared reference to 'bind'"));
