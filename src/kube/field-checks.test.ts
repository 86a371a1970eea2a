import { expect, test } from 'vitest';
import type { JsonValue } from '../apimachinery/meta/index.js';
import { FieldPath, fieldErrorMessage } from '../apimachinery/validation/index.js';
import { checkedRequired, oneOf, repetitionsIn, requiredOneOf, validateRequired } from './field-checks.js';

const path = FieldPath.of('a');

test('what was there before is a repetition, in lists of any length', () => {
  expect(repetitionsIn(['a', 'b', 'a', '__proto__', '__proto__'])).toEqual([false, false, true, false, true]);
  const many = Array.from({ length: 200_000 }, (_, index) => String(index));
  expect(repetitionsIn(many).includes(true)).toBe(false);
});

test.each<[value: JsonValue | undefined, isMissing: boolean]>([
  [undefined, true],
  [null, true],
  ['', true],
  [[], true],
  [{}, true],
  ['x', false],
  [['x'], false],
  [{ x: 1 }, false],
  [0, false],
  [false, false],
])('the required value %j', (value, isMissing) => {
  expect(validateRequired(value, path, 'why').map(fieldErrorMessage)).toEqual(
    isMissing ? ['a: Required value: why'] : [],
  );
});

const check = (text: string): string[] => (text === 'good' ? [] : ['not good']);

test.each<[value: string | undefined, ofEnum: string[], ofRequired: string[], ofChecked: string[]]>([
  ['good', [], [], []],
  [undefined, [], ['a: Required value'], ['a: Required value']],
  [
    'bad',
    ['a: Unsupported value: "bad": supported values: "good"'],
    ['a: Unsupported value: "bad": supported values: "good"'],
    ['a: Invalid value: "bad": not good'],
  ],
])('the value %j of an enum, a required enum, and a required text', (value, ofEnum, ofRequired, ofChecked) => {
  expect(oneOf(value, ['good'], path).map(fieldErrorMessage)).toEqual(ofEnum);
  expect(requiredOneOf(value, ['good'], path).map(fieldErrorMessage)).toEqual(ofRequired);
  expect(checkedRequired(value, check, path).map(fieldErrorMessage)).toEqual(ofChecked);
});
