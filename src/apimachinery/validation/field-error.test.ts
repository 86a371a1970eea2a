import { describe, expect, test } from 'vitest';
import { type FieldError, fieldErrorBody, fieldErrorMessage, VerbatimValue } from './field-error.js';
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
    [path.required(), 'Required value'],
    [path.required('name or generateName is required'), 'Required value: name or generateName is required'],
    [path.invalid('a"b', 'no'), 'Invalid value: "a\\"b": no'],
    [path.invalid(-1, 'must be positive'), 'Invalid value: -1: must be positive'],
    [path.invalid(true, ''), 'Invalid value: true'],
    [path.invalid(0.00001, 'x'), 'Invalid value: 1e-05: x'],
    [path.invalid(null, 'x'), 'Invalid value: null: x'],
    [path.invalid({ b: 1, a: '<' }, 'x'), 'Invalid value: {"a":"\\u003c","b":1}: x'],
    [path.invalid(new VerbatimValue('v1.Foo{}'), 'x'), 'Invalid value: v1.Foo{}: x'],
    [path.invalid(undefined, 'x'), 'Invalid value: x'],
    [path.typeInvalid('string', 'must be an integer'), 'Invalid value: "string": must be an integer'],
    [path.notSupported('x', ['a', 'b']), 'Unsupported value: "x": supported values: "a", "b"'],
    [path.notSupported('x', []), 'Unsupported value: "x"'],
    [path.duplicate('x'), 'Duplicate value: "x"'],
    [path.notFound('x'), 'Not found: "x"'],
    [path.forbidden('no'), 'Forbidden: no'],
    [path.forbidden(''), 'Forbidden'],
    [path.tooLong(2), 'Too long: may not be more than 2 bytes'],
    [path.tooLong(1), 'Too long: may not be more than 1 byte'],
    [path.tooLong(-1), 'Too long: value is too long'],
    [path.tooLongCharacters(2), 'Too long: may not be more than 2 characters'],
    [path.tooShort('x', 1), 'Too short: must be at least 1 character'],
    [path.tooMany(3, 1), 'Too many: 3: must have at most 1 item'],
    [path.tooMany(-1, 2), 'Too many: must have at most 2 items'],
    [path.tooMany(3, -1), 'Too many: 3: has too many items'],
    [path.tooFew(0, 2), 'Too few: 0: must have at least 2 items'],
    [path.internal(new Error('boom')), 'Internal error: boom'],
  ];
  test.each(cases)('%j as %s', (error, body) => {
    expect(fieldErrorBody(error)).toBe(body);
    expect(fieldErrorMessage(error)).toBe(`f: ${body}`);
  });
});
