import { describe, expect, test } from 'vitest';
import { storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `'abc 123'.find('[0-9]+') == '123'`,
    `'abc 123'.find('[0-9]*') == ''`,
    `'abc 123'.find('xyz') == ''`,
    `'123 abc 456'.findAll('[0-9]+') == ['123', '456']`,
    `'123 abc 456'.findAll('[0-9]+', 1) == ['123']`,
    `'123 abc 456'.findAll('[0-9]+', 0) == []`,
    `'123 abc 456'.findAll('[0-9]+', -1) == ['123', '456']`,
    `'123 abc 456'.findAll('xyz') == []`,
    `'12 3'.findAll('[0-9]*') == ['12', '3']`,
    `'ab'.findAll('') == ['', '', '']`,
    `'aXbX'.findAll('(.)X') == ['aX', 'bX']`,
    `'😀é'.findAll('.') == ['😀', 'é']`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

test('a wrong pattern that is a literal does not compile', () => {
  expect(() => evaluate(`'a'.find('[')`)).toThrow('1:10: error parsing regexp: missing closing ]: `[`');
  expect(() => evaluate(`'a'.findAll('(', 1)`)).toThrow('error parsing regexp: missing closing ): `(`');
});

test('any other wrong pattern fails', () =>
  expect(() => evaluate(`'a'.find(dyn('['))`)).toThrow('Illegal regex: error parsing regexp: missing closing ]: `[`'));
