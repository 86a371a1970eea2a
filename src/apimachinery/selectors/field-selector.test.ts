import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FieldPath, fieldErrorMessage } from '../validation/index.js';
import { escapeFieldValue, FieldSelector, metadataFieldsOnly, parseFieldSelector } from './field-selector.js';
import { LabelSelector, parseLabelSelector } from './label-selector.js';
import {
  formatLabelSelectorSpec,
  goLabelSelectorText,
  type LabelSelectorSpec,
  labelSelectorFromSpec,
  validateLabelSelector,
} from './label-selector-spec.js';
import { type LabelOperator, newRequirement } from './requirement.js';
import { Selection } from './selection.js';
import { SelectorError } from './selector-error.js';

describe('field selectors', () => {
  test.each([
    ['', ''],
    [',', ''],
    ['a=b', 'a=b'],
    ['a==b', 'a=b'],
    ['b!=c,a=b', 'a=b,b!=c'],
    ['a=', 'a='],
    ['=b', '=b'],
    ['a=x\\,y\\=z\\\\', 'a=x\\,y\\=z\\\\'],
    ['a = b', 'a = b'],
  ])('%j is read and written as %j', (text, canonical) => expect(parseFieldSelector(text).toString()).toBe(canonical));

  test.each([
    ['a', "invalid selector: 'a'; can't understand 'a'"],
    ['x=1,a', "invalid selector: 'x=1,a'; can't understand 'a'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=\\b', 'invalid field selector: invalid escape sequence: \\b'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
  ])('%j is refused', (text, message) => expect(() => parseFieldSelector(text)).toThrow(new SelectorError(message)));

  const fields = { 'metadata.name': 'x', phase: 'Running', node: '' };
  test.each([
    ['', true],
    ['metadata.name=x', true],
    ['metadata.name!=x', false],
    ['metadata.name=x,phase!=Pending', true],
    ['metadata.name=x,phase=Pending', false],
    ['node=', true],
    ['node!=', false],
    ['absent=', true],
    ['absent!=', false],
    ['absent!=x', true],
    ['constructor=', true],
  ])('%j matches: %j', (text, matches) => expect(parseFieldSelector(text).matches(fields)).toBe(matches));

  test('are transformed, or refused, field by field', () => {
    const renamed = parseFieldSelector('name=x,drop!=y,phase!=z').transform((field, value) =>
      field === 'drop' ? undefined : [field === 'name' ? 'metadata.name' : field, value],
    );
    expect(renamed.toString()).toBe('metadata.name=x,phase!=z');
    expect(FieldSelector.nothing.transform(() => undefined)).toBe(FieldSelector.nothing);
    expect(parseFieldSelector('metadata.name=x').transform(metadataFieldsOnly).toString()).toBe('metadata.name=x');
    expect(() => parseFieldSelector('spec.x=y').transform(metadataFieldsOnly)).toThrow(
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });

  test('expose exact requirements, and have a canonical key', () => {
    const selector = parseFieldSelector('b!=2,a==1');
    expect([selector.requiresExact('a'), selector.requiresExact('b')]).toEqual(['1', undefined]);
    expect(selector.key).toBe(parseFieldSelector('a=1,b!=2,a=1').key);
    expect(FieldSelector.nothing.key).not.toBe(FieldSelector.everything.key);
    expect(FieldSelector.nothing.matches({})).toBe(false);
  });

  test('any value survives escaping', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab\\,=! 😀') }), (value) => {
        expect(parseFieldSelector(`f=${escapeFieldValue(value)}`).requiresExact('f')).toBe(value);
      }),
    );
  });
});

describe('a label selector inside an object', () => {
  test('means nothing if absent and everything if empty', () => {
    expect(labelSelectorFromSpec(undefined)).toBe(LabelSelector.nothing);
    expect(labelSelectorFromSpec({})).toBe(LabelSelector.everything);
  });

  const spec: LabelSelectorSpec = {
    matchLabels: { b: '1' },
    matchExpressions: [
      { key: 'a', operator: 'In', values: ['y', 'x'] },
      { key: 'c', operator: 'DoesNotExist' },
    ],
  };

  test('is compiled and printed', () => {
    expect(labelSelectorFromSpec(spec).toString()).toBe('a in (x,y),b=1,!c');
    expect(labelSelectorFromSpec(spec).matches({ a: 'x', b: '1' })).toBe(true);
    expect(formatLabelSelectorSpec(spec)).toBe('a in (x,y),b=1,!c');
    expect(formatLabelSelectorSpec({})).toBe('<none>');
    expect(formatLabelSelectorSpec({ matchLabels: { '': '' } })).toBe('<error>');
  });

  test('is printed as in Go', () => {
    expect(goLabelSelectorText({ matchLabels: { b: '1', a: '2' } })).toBe(
      '&LabelSelector{MatchLabels:map[string]string{a: 2,b: 1,},MatchExpressions:[]LabelSelectorRequirement{},}',
    );
    const expression = 'LabelSelectorRequirement{Key:a,Operator:In,Values:[x y],}';
    const matchExpressions = [{ key: 'a', operator: 'In' as const, values: ['x', 'y'] }];
    expect(goLabelSelectorText({ matchLabels: { b: '1' }, matchExpressions })).toBe(
      `&LabelSelector{MatchLabels:map[string]string{b: 1,},MatchExpressions:[]LabelSelectorRequirement{${expression},},}`,
    );
    expect(goLabelSelectorText(undefined)).toBe('nil');
  });

  test('with an unknown operator is refused', () => {
    expect(() => labelSelectorFromSpec({ matchExpressions: [{ key: 'a', operator: 'Gt' }] })).toThrow(
      '"Gt" is not a valid label selector operator',
    );
  });

  test('is validated', () => {
    const path = FieldPath.of('spec', 'selector');
    expect(validateLabelSelector(spec, path)).toEqual([]);
    const bad: LabelSelectorSpec = {
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'a', operator: 'Exists', values: ['x'] },
        { key: 'a', operator: 'Is' },
        { key: 'a', operator: 'NotIn', values: ['-'] },
      ],
    };
    const errors = validateLabelSelector(bad, path).map(fieldErrorMessage);
    expect(errors.slice(0, 3)).toEqual([
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      "spec.selector.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      'spec.selector.matchExpressions[2].operator: Invalid value: "Is": not a valid selector operator',
    ]);
    expect(errors[3]).toMatch(/^spec\.selector\.matchExpressions\[3\]\.values\[0\]: Invalid value: "-": a valid label/);
    expect(validateLabelSelector(bad, path, { allowInvalidValues: true })).toHaveLength(3);
  });
});

describe('a requirement', () => {
  test.each<[operator: LabelOperator, values: string[], message: string]>([
    ['in', [], "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
    ['=', ['a', 'b'], 'values: Invalid value: ["a","b"]: exact-match compatibility requires one single value'],
    ['exists', ['a'], 'values: Invalid value: ["a"]: values set must be empty for exists and does not exist'],
    ['gt', [], "values: Invalid value: []: for 'Gt', 'Lt' operators, exactly one value is required"],
    [
      'is' as '=',
      [],
      'operator: Unsupported value: "is": supported values: "in", "notin", "=", "==", "!=", "gt", "lt", "exists", "!"',
    ],
  ])('%s with %j is refused', (operator, values, message) => {
    expect(() => newRequirement('x', operator, values)).toThrow(new SelectorError(message));
  });
});

describe('a selection', () => {
  const attributes = { labels: { x: 'a' }, fields: { phase: 'Running' } };
  test.each([
    ['', '', true],
    ['x=a', '', true],
    ['x=b', '', false],
    ['', 'phase=Running', true],
    ['', 'phase=Pending', false],
    ['x=a', 'phase=Running', true],
    ['x=a', 'phase=Pending', false],
    ['x=b', 'phase=Running', false],
  ])('of labels %j and fields %j matches: %j', (labels, fields, matches) => {
    const selection = new Selection(parseLabelSelector(labels), parseFieldSelector(fields));
    expect(selection.matches(attributes)).toBe(matches);
    expect(selection.isEmpty).toBe(labels === '' && fields === '');
  });

  test('has one key whatever the writing', () => {
    const key = (labels: string, fields: string) =>
      new Selection(parseLabelSelector(labels), parseFieldSelector(fields)).key;
    expect(key('x=a', 'y=b')).toBe(key('x in (a)', 'y==b'));
    expect(key('x=a', '')).not.toBe(key('', 'x=a'));
    expect(Selection.everything.key).toBe(key('', ''));
  });
});
