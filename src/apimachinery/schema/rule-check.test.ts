import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { type CompileRules, compileSchema, type JsonSchema } from './index.js';

/** Supports `!= <text>` and `unchanged`; each rule costs 1. */
const compileRules: CompileRules = (schema) => {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return (value, { path, old, isUnchanged, budget }) =>
    rules
      .filter(({ rule }) => {
        budget.remaining--;
        if (rule === 'unchanged') return !isUnchanged() && old !== undefined;
        return String(value) === rule.slice(3);
      })
      .map(({ rule }) => path.invalid(old ?? null, rule));
};

const rule = (text: string): JsonSchema => ({ 'x-kubernetes-validations': [{ rule: text }] });
const schema: JsonSchema = {
  type: 'object',
  properties: {
    s: { type: 'string', ...rule('!= bad') },
    n: { type: 'string' },
    m: { type: 'object', additionalProperties: { type: 'string', ...rule('!= bad') } },
    atomic: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      additionalProperties: { type: 'string', ...rule('!= bad') },
    },
    l: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'string' } }, ...rule('unchanged') },
    },
    all: { type: 'string', allOf: [rule('!= bad')] },
  },
};

describe('rules', () => {
  const cases: [
    name: string,
    value: JsonValue,
    old: JsonValue | undefined,
    found: [field: string, old: JsonValue][],
  ][] = [
    ['run where they are', { s: 'bad' }, undefined, [['s', null]]],
    ['do not run on null', { m: { x: 'fine' } }, undefined, []],
    ['run in maps, with the old value', { m: { x: 'bad' } }, { m: { x: 'was' } }, [['m[x]', 'was']]],
    ['know old values in atomic maps too', { atomic: { x: 'bad' } }, { atomic: { x: 'was' } }, [['atomic[x]', 'was']]],
    ['run in allOf', { all: 'bad' }, undefined, [['all', null]]],
    [
      'know what has not changed',
      {
        l: [
          { k: 'b', v: '1' },
          { k: 'a', v: '2' },
        ],
      },
      {
        l: [
          { k: 'a', v: '1' },
          { k: 'b', v: '1' },
        ],
      },
      [['l[1]', { k: 'a', v: '1' }]],
    ],
  ];
  test.each(cases)('%s', (_name, value, old, found) => {
    const options = old === undefined ? {} : { old };
    const errors = compileSchema(schema, { rules: compileRules }).validate(value, options);
    expect(errors.map(({ field, badValue }) => [field, badValue])).toEqual(found);
  });

  test('of items without an old value depend on whether the list has changed', () => {
    const results: boolean[] = [];
    const asking: CompileRules = () => (_value, context) => {
      results.push(context.isUnchanged());
      return [];
    };
    const list: JsonSchema = {
      type: 'object',
      properties: { l: { type: 'array', items: { type: 'string', ...rule('x') } } },
    };
    const compiled = compileSchema(list, { rules: asking });
    compiled.validate({ l: ['a'] }, { old: { l: ['a'] } });
    compiled.validate({ l: ['a'] }, { old: { l: ['b'] } });
    compiled.validate({ l: ['a'] });
    expect(results).toEqual([true, false, false]);
  });

  test('are compiled once, when a value first meets them', () => {
    let compiled = 0;
    const counting: CompileRules = (...args) => {
      compiled++;
      return compileRules(...args);
    };
    const rules = compileSchema(schema, { rules: counting });
    expect(compiled).toBe(0);
    for (let round = 0; round < 3; round++) rules.validate({ s: 'x' });
    expect(compiled).toBe(1);
  });

  test('stop when the budget is used up', () => {
    const budget = { remaining: 1 };
    const errors = compileSchema(schema, { rules: compileRules }).validate(
      { m: { a: 'bad', b: 'bad', c: 'bad' } },
      { budget },
    );
    expect([errors.length, budget.remaining]).toEqual([2, -1]);
  });

  test('report up to a thousand failures, and tolerate up to a thousand', () => {
    const failing: CompileRules = () => (value, context) => {
      if (!context.isUnchanged()) return [context.path.invalid(value, 'bad')];
      context.warn('still bad');
      return [];
    };
    const list: JsonSchema = { type: 'object', properties: { l: { type: 'array', items: { ...rule('x') } } } };
    const compiled = compileSchema(list, { rules: failing });
    const value = { l: new Array<number>(100_000).fill(0) };
    const warnings: string[] = [];
    expect(compiled.validate(value)).toHaveLength(1000);
    expect(compiled.validate(value, { old: value, warn: (message) => warnings.push(message) })).toEqual([]);
    expect(warnings).toHaveLength(1000);
  });

  test('wait until the value has the right types', () => {
    const errors = compileSchema(schema, { rules: compileRules }).validate({ s: 'bad', n: 1 });
    expect(errors.map(({ field, detail }) => [field, detail.slice(0, 39)])).toEqual([
      ['n', 'n in body must be of type string: "inte'],
      ['<nil>', 'some validation rules were not checked '],
    ]);
  });

  test('know where the root is', () => {
    const seen: string[] = [];
    const noting: CompileRules = (_schema, position) => {
      seen.push(position);
      return undefined;
    };
    compileSchema({ ...schema, ...rule('x') }, { rules: noting }).validate({ s: 'x' });
    expect(seen).toEqual(['root', 'nested']);
  });
});
