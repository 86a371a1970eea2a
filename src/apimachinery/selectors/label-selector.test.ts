import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LabelSelector, parseLabelSelector } from './label-selector.js';
import type { Labels } from './requirement.js';
import { SelectorError } from './selector-error.js';

describe('a label selector is read and written in one form', () => {
  const cases: [text: string, canonical: string][] = [
    ['', ''],
    ['  ', ''],
    ['x', 'x'],
    ['!x', '!x'],
    ['! x', '!x'],
    ['x=a', 'x=a'],
    ['x==a', 'x==a'],
    ['x = a', 'x=a'],
    ['x!=a', 'x!=a'],
    ['x=', 'x='],
    ['x=,y', 'x=,y'],
    ['b=1,a=2', 'a=2,b=1'],
    ['x in (b,a,b)', 'x in (a,b)'],
    ['x in(a)', 'x in (a)'],
    ['x notin ( a , b )', 'x notin (a,b)'],
    ['x in ()', 'x in ()'],
    ['x in (,)', 'x in ()'],
    ['x in (a,,b)', 'x in (,a,b)'],
    ['x in (a,)', 'x in (,a)'],
    ['x in (,a)', 'x in (,a)'],
    ['x>1', 'x>1'],
    ['x < 9223372036854775807', 'x<9223372036854775807'],
    ['in in (in,notin)', 'in in (in,notin)'],
    ['notin', 'notin'],
    ['example.com/x=a', 'example.com/x=a'],
    ['x\t=\r\na', 'x=a'],
    ['a=1,a=2', 'a=1,a=2'],
  ];
  test.each(cases)('%j as %j', (text, canonical) => {
    expect(parseLabelSelector(text).toString()).toBe(canonical);
    expect(parseLabelSelector(canonical).toString()).toBe(canonical);
  });
});

describe('a text that is no label selector is refused in the words of upstream', () => {
  const operators = 'in, notin, =, ==, !=, gt, lt';
  const cases: [text: string, message: string][] = [
    ['=a', "found '=', expected: !, identifier, or 'end of string'"],
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['x,', "found '', expected: identifier after ','"],
    ['x,,y', "found ',', expected: identifier after ','"],
    ['x=a b', "found 'b', expected: ',' or 'end of string'"],
    ['x=a)', "found ')', expected: ',' or 'end of string'"],
    ['!x=a', "found '=', expected: ',' or 'end of string'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['x y', `unable to parse requirement: found 'y', expected: ${operators}`],
    ['x(a)', `unable to parse requirement: found '(', expected: ${operators}`],
    ['x in a', "unable to parse requirement: found 'a' expected: '('"],
    ['x in', "unable to parse requirement: found '' expected: '('"],
    ['x in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['x in (a', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['x in (a b)', "unable to parse requirement: found 'b', expected: ',' or ')'"],
    ['x in (a,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['x in (a,=)', "unable to parse requirement: found '=', expected: ',', or identifier"],
    ['x==a==b', "found '==', expected: ',' or 'end of string'"],
    ['x===a', "unable to parse requirement: found '=', expected: identifier"],
    ['x=!', "unable to parse requirement: found '!', expected: identifier"],
    [
      'x>a',
      `unable to parse requirement: values[0]: Invalid value: "a": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ['x\0y', `unable to parse requirement: found 'y', expected: ${operators}`],
  ];
  test.each(cases)('%j', (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(new SelectorError(message));
  });

  test('keys and values must be valid', () => {
    expect(() => parseLabelSelector('a_=b')).toThrow(
      /^unable to parse requirement: <nil>: Invalid value: "a_": name part must consist/,
    );
    expect(() => parseLabelSelector('x=-b')).toThrow(
      /^unable to parse requirement: values\[0\]\[x\]: Invalid value: "-b": a valid label must be an empty string or consist/,
    );
    expect(() => parseLabelSelector('x in (a,-b,-c)')).toThrow(
      /^unable to parse requirement: \[values\[0\]\[x\]: Invalid value: "-b": .*, values\[1\]\[x\]: Invalid value: "-c": /,
    );
  });
});

describe('matching', () => {
  const labels: Labels = { x: 'a', y: 'b', empty: '', n: '10', big: '9223372036854775807' };
  const cases: [selector: string, matches: boolean][] = [
    ['', true],
    ['x', true],
    ['z', false],
    ['!x', false],
    ['!z', true],
    ['x=a', true],
    ['x==b', false],
    ['z=', false],
    ['empty=', true],
    ['x!=a', false],
    ['z!=a', true],
    ['x in (a,b)', true],
    ['x in (b,c)', false],
    ['z in (a,b)', false],
    ['x notin (a,b)', false],
    ['x notin (b,c)', true],
    ['z notin (a)', true],
    ['n>9', true],
    ['n>10', false],
    ['n<11', true],
    ['x>1', false],
    ['z<1', false],
    ['big>9223372036854775806', true],
    ['x=a,y=b', true],
    ['x=a,y=c', false],
    ['x=a,y=b,n=10', true],
    ['x=a,y=b,n=11', false],
    ['x=a,y=b,n=10,!z', true],
    ['x=a,y=b,n=10,z', false],
    ['constructor', false],
    ['!toString', true],
    ['valueOf in (a,b)', false],
  ];
  test.each(cases)('%j: %j', (selector, matches) => expect(parseLabelSelector(selector).matches(labels)).toBe(matches));

  test('everything and nothing', () => {
    expect(LabelSelector.everything.matches({})).toBe(true);
    expect(LabelSelector.nothing.matches(labels)).toBe(false);
    expect([LabelSelector.everything.isEmpty, LabelSelector.nothing.isEmpty]).toEqual([true, false]);
    expect(LabelSelector.nothing.and([{ key: 'x', operator: 'exists', values: [] }])).toBe(LabelSelector.nothing);
    expect(LabelSelector.nothing.key).not.toBe(LabelSelector.everything.key);
  });

  test('a map of labels selects those that have them all', () => {
    const selector = LabelSelector.fromLabels({ y: 'b', x: 'a' });
    expect(selector.toString()).toBe('x=a,y=b');
    expect(selector.and([{ key: 'n', operator: 'exists', values: [] }]).toString()).toBe('n,x=a,y=b');
    expect(selector.matches(labels)).toBe(true);
  });
});

describe('the key', () => {
  test.each([
    ['x=a', 'x==a'],
    ['x=a', 'x in (a)'],
    ['x!=a', 'x notin (a)'],
    ['x=a,y', 'y, x=a, y'],
    ['x in (a,b)', 'x in (b,a)'],
  ])('of %s and %s is one', (a, b) => expect(parseLabelSelector(a).key).toBe(parseLabelSelector(b).key));

  test('distinguishes selectors', () => {
    const selectors = ['x', '!x', 'x=a', 'x!=a', 'x=', 'x>1', 'x<1', 'x in (a,b)', ''];
    expect(new Set(selectors.map((text) => parseLabelSelector(text).key)).size).toBe(selectors.length);
  });
});

test('an exact requirement can be looked up', () => {
  const selector = parseLabelSelector('a=1,b==2,c in (3),d in (4,5),e!=6,f');
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((label) => selector.requiresExact(label))).toEqual([
    '1',
    '2',
    '3',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('for any selector', () => {
  const name = fc.stringMatching(/^[a-z]([a-z0-9._-]{0,5}[a-z0-9])?$/);
  const value = fc.oneof(fc.constant(''), name);
  const term = fc.oneof(
    name,
    name.map((key) => `!${key}`),
    fc.tuple(name, fc.constantFrom('=', '==', '!='), value).map((parts) => parts.join('')),
    fc.tuple(name, fc.constantFrom('>', '<'), fc.nat()).map((parts) => parts.join('')),
    fc
      .tuple(name, fc.constantFrom('in', 'notin'), fc.array(value, { maxLength: 3 }))
      .map(([key, operator, values]) => `${key} ${operator} (${values.join(',')})`),
  );

  test('its text reads as an equal selector', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 5 }), fc.dictionary(name, value), (terms, labels) => {
        const selector = parseLabelSelector(terms.join(','));
        const again = parseLabelSelector(selector.toString());
        expect(again.requirements).toEqual(selector.requirements);
        expect(again.key).toBe(selector.key);
        expect(parseLabelSelector(selector.key).matches(labels)).toBe(selector.matches(labels));
      }),
    );
  });

  test('any text is read or refused with a SelectorError', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab=!()<>, in\0') }), (text) => {
        try {
          parseLabelSelector(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SelectorError);
        }
      }),
    );
  });
});
