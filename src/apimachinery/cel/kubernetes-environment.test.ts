import { expect, test } from 'vitest';
import { kubernetesEnvironment, storedExpressionsEnvironment } from './index.js';

test('an expression may use what its version of Kubernetes has', () => {
  const rule = '[1, 2].all(i, v, i < v)';
  expect(kubernetesEnvironment(32).compile(rule).evaluate({})).toBe(true);
  expect(() => kubernetesEnvironment(31).compile(rule)).toThrow("undeclared reference to 'all'");
  expect(() => kubernetesEnvironment(27).compile('optional.none()')).toThrow("undeclared reference to 'optional'");
  expect(kubernetesEnvironment()).toBe(kubernetesEnvironment(35));
});

test('a stored expression may use what any version has', () => {
  expect(storedExpressionsEnvironment().compile('optional.of(1).hasValue()').evaluate({})).toBe(true);
});

test('lists and maps are of one type, and literal arguments valid', () => {
  expect(() => kubernetesEnvironment().compile("[1, 'a']")).toThrow("expected type 'int' but found 'string'");
  expect(() => kubernetesEnvironment().compile('[1, dyn(2)]')).toThrow("1:8: expected type 'int' but found 'dyn'");
  expect(() => kubernetesEnvironment().compile("{'a': dyn(1), 'b': 2}")).toThrow("expected type 'dyn' but found 'int'");
  expect(kubernetesEnvironment().compile("'%s %s'.format([1, dyn('a')])").evaluate({})).toBe('1 a');
  expect(() => kubernetesEnvironment().compile("'a'.matches('(')")).toThrow('1:13: invalid matches argument');
  expect(() => kubernetesEnvironment().compile("duration('1 parsec')")).toThrow('1:10: invalid duration argument');
});

test.each([
  ['dyn(null).a', 'no such key: a'],
  ["dyn('x').a", 'no such key: a'],
  ['dyn(1)[0]', 'no such key: 0'],
  ['dyn([1]).a', "unsupported index type 'string' in list"],
  ["dyn([1])['a']", "unsupported index type 'string' in list"],
])('%s fails: %s', (expression, problem) => {
  expect(() => kubernetesEnvironment().compile(expression).evaluate({})).toThrow(problem);
});

test.each([
  ['has(dyn(null).a)', false],
  ['has(dyn(1).a)', false],
  ["dyn(null).?a.orValue('none')", 'none'],
  ["dyn(1)[?'a'].orValue('none')", 'none'],
])('%s is %j: what has no fields has none of that name', (expression, value) => {
  expect(kubernetesEnvironment().compile(expression).evaluate({})).toBe(value);
});
