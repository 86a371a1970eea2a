import { describe, expect, test } from 'vitest';
import {
  duplicate,
  type FieldError,
  fieldErrorBody,
  fieldErrorMessage,
  forbidden,
  internal,
  invalidValue,
  limitedErrors,
  notFoundValue,
  notSupported,
  required,
  tooFew,
  tooLong,
  tooLongCharacters,
  tooMany,
  tooShort,
  typeInvalid,
  VerbatimValue,
} from './field-error.js';
import { FieldPath } from './field-path.js';

describe('FieldPath', () => {
  const { root } = FieldPath;
  const cases: [path: FieldPath, text: string][] = [
    [root, '<nil>'],
    [FieldPath.of('spec'), 'spec'],
    [FieldPath.of('spec', 'containers').index(0).child('name'), 'spec.containers[0].name'],
    [FieldPath.of('metadata').child('labels').key('a/b.c'), 'metadata.labels[a/b.c]'],
    [root.index(3).child('x'), '[3].x'],
    [root.key(''), '[]'],
    [FieldPath.of('a').child(''), 'a[]'],
  ];
  test.each(cases)('%s', (path, text) => expect(path.toString()).toBe(text));

  test('a child leaves its parent as it was', () => {
    const parent = FieldPath.of('spec');
    parent.child('a').index(1);
    expect(`${parent}`).toBe('spec');
  });
});

describe('a field error prints', () => {
  const path = FieldPath.of('f');
  const cases: [error: FieldError, body: string][] = [
    [required(path, ''), 'Required value'],
    [required(path, 'name or generateName is required'), 'Required value: name or generateName is required'],
    [invalidValue(path, 'a"b', 'no'), 'Invalid value: "a\\"b": no'],
    [invalidValue(path, -1, 'must be positive'), 'Invalid value: -1: must be positive'],
    [invalidValue(path, true, ''), 'Invalid value: true'],
    [invalidValue(path, 0.00001, 'x'), 'Invalid value: 1e-05: x'],
    [invalidValue(path, null, 'x'), 'Invalid value: null: x'],
    [invalidValue(path, { b: 1, a: '<' }, 'x'), 'Invalid value: {"a":"\\u003c","b":1}: x'],
    [invalidValue(path, new VerbatimValue('v1.Foo{}'), 'x'), 'Invalid value: v1.Foo{}: x'],
    [invalidValue(path, undefined, 'x'), 'Invalid value: x'],
    [typeInvalid(path, 'string', 'must be an integer'), 'Invalid value: "string": must be an integer'],
    [notSupported(path, 'x', ['a', 'b']), 'Unsupported value: "x": supported values: "a", "b"'],
    [notSupported(path, 'x', []), 'Unsupported value: "x"'],
    [duplicate(path, 'x'), 'Duplicate value: "x"'],
    [notFoundValue(path, 'x'), 'Not found: "x"'],
    [forbidden(path, 'no'), 'Forbidden: no'],
    [forbidden(path, ''), 'Forbidden'],
    [tooLong(path, 'xxx', 2), 'Too long: may not be more than 2 bytes'],
    [tooLong(path, 'xxx', 1), 'Too long: may not be more than 1 byte'],
    [tooLong(path, 'xxx', -1), 'Too long: value is too long'],
    [tooLongCharacters(path, 'xxx', 2), 'Too long: may not be more than 2 characters'],
    [tooShort(path, 'x', 1), 'Too short: must be at least 1 character'],
    [tooMany(path, 3, 1), 'Too many: 3: must have at most 1 item'],
    [tooMany(path, -1, 2), 'Too many: must have at most 2 items'],
    [tooMany(path, 3, -1), 'Too many: 3: has too many items'],
    [tooFew(path, 0, 2), 'Too few: 0: must have at least 2 items'],
    [internal(path, new Error('boom')), 'Internal error: boom'],
  ];
  test.each(cases)('%j as %s', (error, body) => {
    expect(fieldErrorBody(error)).toBe(body);
    expect(fieldErrorMessage(error)).toBe(`f: ${body}`);
  });
});

describe('limitedErrors', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => required(FieldPath.of('a').index(index), ''));

  test('returns what the validation returns', () => {
    expect(limitedErrors(() => many(9999).slice(1, 3)).map(({ field }) => field)).toEqual(['a[1]', 'a[2]']);
  });

  test('ends a validation that finds ten thousand errors', () => {
    let calls = 0;
    const errors = limitedErrors(() => {
      for (;;) {
        calls++;
        many(10);
      }
    });
    expect(calls).toBe(1000);
    expect(errors).toHaveLength(10_000);
  });

  test('lets other errors through, and limits nothing afterwards', () => {
    expect(() =>
      limitedErrors(() => {
        throw new Error('other');
      }),
    ).toThrow('other');
    expect(many(20_000)).toHaveLength(20_000);
  });
});
