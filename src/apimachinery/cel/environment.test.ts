import { describe, expect, test } from 'vitest';
import {
  CelEnvironment,
  CelEvaluationError,
  CelSyntaxError,
  CelTypeError,
  CostBudget,
  celTypeOfSchema,
  optionalsLibrary,
  twoVariableComprehensionsLibrary,
} from './index.js';

const environment = CelEnvironment.extend({ libraries: [optionalsLibrary, twoVariableComprehensionsLibrary] });

describe('an expression is compiled once and evaluated with values of its variables', () => {
  test('a rule over a schema', () => {
    const self = celTypeOfSchema({
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        maxReplicas: { type: 'integer' },
        items: { type: 'array', items: { type: 'string' } },
      },
    })!;
    const rule = environment.compile('self.replicas <= self.maxReplicas && self.items.all(i, i.startsWith("a"))', {
      variables: { self },
    });
    expect(rule.type.name).toBe('bool');
    expect(rule.evaluate({ self: { replicas: 1, maxReplicas: 2, items: ['a', 'ab'] } })).toBe(true);
    expect(rule.evaluate({ self: { replicas: 3, maxReplicas: 2, items: [] } })).toBe(false);
  });

  test('what does not parse or fit is refused with its place', () => {
    expect(() => environment.compile('1 +')).toThrow(CelSyntaxError);
    expect(() => environment.compile('')).toThrow(/^ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' .*\}$/);
    expect(() => environment.compile('1 + nothing')).toThrow(
      "ERROR: <input>:1:5: undeclared reference to 'nothing' (in container '')\n | 1 + nothing\n | ....^",
    );
    expect(() => environment.compile('1 + "a"')).toThrow(CelTypeError);
  });

  test('what fails while it runs throws', () => {
    expect(() => environment.compile('1 / 0').evaluate({})).toThrow(new CelEvaluationError('division by zero'));
  });

  test('a budget pays for evaluations until it is spent', () => {
    const expensive = environment.compile('[1, 2, 3].all(x, [1, 2, 3].all(y, x > y || y >= x))');
    const budget = new CostBudget(200);
    expect(expensive.evaluate({}, { budget })).toBe(true);
    expect(budget.remaining).toBeLessThan(200);
    expect(() => expensive.evaluate({}, { budget: new CostBudget(10) })).toThrow(
      'operation cancelled: actual cost limit exceeded',
    );
  });
});
