import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalQuantity, Quantity } from './quantity.js';

describe('a quantity is written in canonical form', () => {
  const cases: [text: string, canonical: string][] = [
    ['0', '0'],
    ['0Ki', '0'],
    ['-0', '0'],
    ['1', '1'],
    ['1000', '1k'],
    ['1000m', '1'],
    ['100m', '100m'],
    ['0.1', '100m'],
    ['.5', '500m'],
    ['1.5', '1500m'],
    ['-1.5', '-1500m'],
    ['0.0001', '100u'],
    ['1234567', '1234567'],
    ['1230000', '1230k'],
    ['12E', '12E'],
    ['1e3', '1e3'],
    ['1000e0', '1e3'],
    ['0.5e-1', '50e-3'],
    ['12e4', '120e3'],
    ['1e21', '1e21'],
    ['1e1000000000', '10e999999999'],
    ['1024', '1024'],
    ['1024Ki', '1Mi'],
    ['1025Ki', '1025Ki'],
    ['0.5Mi', '512Ki'],
    ['1.5Gi', '1536Mi'],
    ['1.2Ki', '1228800m'],
    ['0.5Ki', '512'],
    ['-2048Mi', '-2Gi'],
    ['16Ti', '16Ti'],
    ['4Pi', '4Pi'],
  ];
  test.each(cases)('%s as %s', (text, canonical) => expect(canonicalQuantity(text)).toBe(canonical));
});

describe('upstream keeps some texts as they were written', () => {
  test.each(['+1', '01', '1.500k', '1E3', '+1Ki', '1.100', '1.', '1.G'])('%s', (text) =>
    expect(canonicalQuantity(text)).toBe(text),
  );
});

describe('what is finer than nano is rounded away from zero', () => {
  test.each([
    ['3.001n', '4n'],
    ['-3.001n', '-4n'],
    ['0.0000000001', '1n'],
    ['0.00000012345', '124n'],
    ['1.1E-9', '2e-9'],
    ['1e-1000000000', '1e-9'],
    ['0.000000000001Ki', '2n'],
  ])('%s to %s', (text, canonical) => expect(canonicalQuantity(text)).toBe(canonical));
});

describe('binary quantities stop at the largest int64', () => {
  test.each(['9Ei', '9223372036854775807Ki', '-9Ei'])('%s', (text) => {
    const expected = 2n ** 63n - 1n;
    expect(Quantity.parse(text).value()).toBe(text.startsWith('-') ? -expected : expected);
  });

  test('but decimal ones do not', () => expect(canonicalQuantity('12345678901234567890')).toBe('12345678901234567890'));
});

describe('texts with next to nothing in them are zero, as upstream', () => {
  test.each(['+', '-', '.', 'Ki', 'm', 'e3', '-.'])('%s', (text) => expect(canonicalQuantity(text)).toBe('0'));
});

describe('texts that are no quantities are refused', () => {
  const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  const cases: [text: string, message: string][] = [
    ['', format],
    [' 1', format],
    ['1 ', format],
    ['1.1.M', format],
    ['1+1.0M', format],
    ['0.1am', format],
    ['aoeu', format],
    ['--1', "unable to parse quantity's suffix"],
    ['1i', "unable to parse quantity's suffix"],
    ['0.1mi', "unable to parse quantity's suffix"],
    ['-3.01e-', "unable to parse quantity's suffix"],
    ['1+1', "unable to parse quantity's suffix"],
    ['1e9223372036854775808', "unable to parse quantity's suffix"],
    ['1KiKi', "unable to parse quantity's suffix"],
    ['Pi', 'unable to parse numeric part of quantity'],
    ['.Pi', 'unable to parse numeric part of quantity'],
    ['9'.repeat(100_000), 'unable to parse numeric part of quantity'],
    [`${'0'.repeat(100_000)}x`, format],
  ];
  test.each(cases)('%s', (text, message) => expect(() => Quantity.parse(text)).toThrow(message));
});

test('JSON values are texts, numbers or null', () => {
  const values = [' 1Gi ', 1.5, 9223372036854775807n, 1e21, null];
  expect(values.map((value) => Quantity.fromJson(value).toString())).toEqual([
    '1Gi',
    '1500m',
    '9223372036854775807',
    '1e+21',
    '0',
  ]);
  expect(() => Quantity.fromJson([1])).toThrow('quantities must match');
});

describe('asInt64 knows what upstream knows', () => {
  test.each([
    ['5', 5n],
    ['5k', 5000n],
    ['50Mi', 52428800n],
    ['-3', -3n],
    ['1000m', undefined],
    ['1.0', undefined],
    ['4Pi', undefined],
    ['9999999999999999999', undefined],
    ['100E', undefined],
  ])('%s: %s', (text, value) => {
    expect(Quantity.parse(text).asInt64()).toBe(value);
    expect(Quantity.parse(text).isInteger).toBe(value !== undefined);
  });
});

test('values in other units are rounded away from zero', () => {
  expect(Quantity.parse('1100m').value()).toBe(2n);
  expect(Quantity.parse('-1100m').value()).toBe(-2n);
  expect(Quantity.parse('1').milliValue()).toBe(1000n);
  expect(Quantity.parse('1n').milliValue()).toBe(1n);
  expect(Quantity.parse('1.5Ki').asApproximateFloat()).toBe(1536);
  expect(Quantity.parse('1500u').roundUp(-3).toString()).toBe('2m');
  expect(() => Quantity.parse('1e1000000').value()).toThrow('too large');
});

describe('comparison', () => {
  const ordered = ['-1e1000000', '-1Ki', '-1', '0', '1n', '999m', '1', '1001m', '1k', '1Ki', '1M', '9Ei', '1e1000000'];
  test('is by value', () => {
    for (const [i, a] of ordered.entries()) {
      for (const [j, b] of ordered.entries()) {
        expect(Quantity.parse(a).compare(Quantity.parse(b))).toBe(Math.sign(i - j));
      }
    }
  });

  test.each([
    ['1024', '1Ki'],
    ['0.5', '500m'],
    ['0', '0e1000000'],
    ['1e3', '1k'],
  ])('%s equals %s', (a, b) => expect(Quantity.parse(a).equals(Quantity.parse(b))).toBe(true));
});

describe('arithmetic keeps the form of the first that is not zero', () => {
  const cases: [a: string, b: string, sum: string][] = [
    ['1', '1Ki', '1025'],
    ['1Ki', '1', '1025'],
    ['1Ki', '1Ki', '2Ki'],
    ['0', '1Ki', '1Ki'],
    ['1.500k', '0', '1500'],
    ['100m', '900m', '1'],
    ['1', '-1', '0'],
    ['9223372036854775807', '1', '9223372036854775808'],
  ];
  test.each(cases)('%s + %s = %s', (a, b, sum) => {
    expect(Quantity.parse(a).add(Quantity.parse(b)).toString()).toBe(sum);
  });

  test('subtracts, negates, multiplies', () => {
    expect(Quantity.parse('1Gi').subtract(Quantity.parse('1Mi')).toString()).toBe('1023Mi');
    expect(Quantity.parse('1m').negate().toString()).toBe('-1m');
    expect(Quantity.parse('1500m').multiply(2n).toString()).toBe('3');
    expect([Quantity.parse('-1'), Quantity.of(0), Quantity.of(7, 'DecimalSI', 3)].map(({ sign }) => sign)).toEqual([
      -1, 0, 1,
    ]);
  });

  test('refuses a sum of a million digits', () => {
    expect(() => Quantity.parse('1e1000000').add(Quantity.parse('1'))).toThrow('too far apart');
  });
});

describe('for any quantity', () => {
  const suffix = fc.constantFrom(
    '',
    'n',
    'u',
    'm',
    'k',
    'M',
    'G',
    'T',
    'P',
    'E',
    'Ki',
    'Mi',
    'Gi',
    'Ti',
    'Pi',
    'e3',
    'E-2',
  );
  const quantity = fc
    .tuple(fc.constantFrom('', '-', '+'), fc.nat(), fc.stringMatching(/^(\.[0-9]{0,12})?$/), suffix)
    .map((parts) => parts.join(''));

  test('its canonical form is the same quantity and stays as it is', () => {
    fc.assert(
      fc.property(quantity, (text) => {
        const parsed = Quantity.parse(text);
        const canonical = parsed.add(Quantity.of(0)).toString();
        expect(Quantity.parse(canonical).compare(parsed)).toBe(0);
        expect(canonicalQuantity(canonical)).toBe(canonical);
        expect(Quantity.parse(parsed.toString()).compare(parsed)).toBe(0);
      }),
    );
  });

  test('what is added can be subtracted', () => {
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        const [first, second] = [Quantity.parse(a), Quantity.parse(b)];
        expect(first.add(second).subtract(second).equals(first)).toBe(true);
        expect(first.compare(second)).toBe(first.subtract(second).sign);
      }),
    );
  });
});
