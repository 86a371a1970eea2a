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
  expect(() => kubernetesEnvironment().compile("'a'.matches('(')")).toThrow('1:13: invalid matches argument');
  expect(() => kubernetesEnvironment().compile("duration('1 parsec')")).toThrow('1:10: invalid duration argument');
});
