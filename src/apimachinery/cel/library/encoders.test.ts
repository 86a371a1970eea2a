import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BYTES, CelEnvironment, CostBudget, formatType, STRING, storedExpressionsEnvironment } from '../index.js';
import { encodersLibrary } from './encoders.js';

const environment = CelEnvironment.extend({ libraries: [encodersLibrary] });
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `base64.encode(b'hello') == 'aGVsbG8='`,
    `base64.encode(b'') == '' && base64.decode('') == b''`,
    `base64.encode(b'\\xff\\xfe\\xfb') == '//77'`,
    `base64.decode('aGVsbG8=') == b'hello' && base64.decode('aGVsbG8') == b'hello'`,
    `base64.decode('//77') == b'\\xff\\xfe\\xfb'`,
    `base64.decode('aGV\\r\\nsbG8=\\n') == b'hello' && base64.decode('aA=\\n=') == b'h' && base64.decode('\\n') == b''`,
    `base64.decode('aB==') == b'h' && base64.decode('aB') == b'h'`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('expressions that fail', () => {
  test.each([
    [`base64.decode('a')`, 'illegal base64 data at input byte 0'],
    [`base64.decode('aGVsb')`, 'illegal base64 data at input byte 4'],
    [`base64.decode('aGVsb\\n')`, 'illegal base64 data at input byte 5'],
    [`base64.decode('aGVs*G8=')`, 'illegal base64 data at input byte 4'],
    [`base64.decode('-_-_')`, 'illegal base64 data at input byte 0'],
    [`base64.decode('aGVsbG8==')`, 'illegal base64 data at input byte 7'],
    [`base64.decode('aGVsbG8=a')`, 'illegal base64 data at input byte 7'],
    [`base64.decode('aGVs====')`, 'illegal base64 data at input byte 4'],
    [`base64.decode('aG=')`, 'illegal base64 data at input byte 2'],
    [`base64.decode('é')`, 'illegal base64 data at input byte 0'],
    [`base64.decode(dyn(b'aGVs'))`, 'no such overload'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(new RegExp(`${message}$`)));
});

describe('expressions that do not compile', () => {
  test.each([
    [`base64.encode('hello')`, "found no matching overload for 'base64.encode' applied to '(string)'"],
    [`base64.decode(b'aGVs')`, "found no matching overload for 'base64.decode' applied to '(bytes)'"],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));

  test('because Kubernetes has none of them', () =>
    expect(() => storedExpressionsEnvironment().compile(`base64.decode('')`)).toThrow(
      "undeclared reference to 'base64",
    ));
});

test('types', () => {
  expect(formatType(environment.compile(`base64.decode('')`).type)).toBe('bytes');
  expect(formatType(environment.compile(`base64.encode(b'')`).type)).toBe('string');
});

describe('costs as it is run, and estimated', () => {
  test.each<[source: string, actual: number, min: number, max: number]>([
    [`base64.encode(b'01234567890')`, 3, 3, 3],
    [`base64.decode('MDEyMzQ1Njc4OTA=')`, 3, 3, 3],
    [`base64.decode('')`, 1, 1, 1],
    [`base64.encode(b'01234567890') == 'MDEyMzQ1Njc4OTA='`, 5, 4, 5],
    [`base64.decode('MDEyMzQ1Njc4OTA=') == b'01234567890'`, 5, 4, 5],
  ])('%s', (source, actual, min, max) => {
    const program = environment.compile(source);
    const budget = new CostBudget(1_000);
    program.evaluate({}, { budget });
    expect([1_000 - budget.remaining, program.estimateCost()]).toEqual([actual, { min, max }]);
  });
});

test('what is encoded is decoded again, with padding or without', () => {
  const program = environment.compile('[base64.decode(base64.encode(bytes)), base64.decode(unpadded)]', {
    variables: { bytes: BYTES, unpadded: STRING },
  });
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const unpadded = Buffer.from(bytes).toString('base64').replace(/=+$/, '');
      const decoded = program.evaluate({ bytes, unpadded }) as Uint8Array[];
      expect(decoded.map((each) => [...each])).toEqual([[...bytes], [...bytes]]);
    }),
  );
});

test('texts that are no base64 fail, and never otherwise', () => {
  const program = environment.compile('base64.decode(text)', { variables: { text: STRING } });
  const units = fc.string({ unit: fc.constantFrom('a', 'Z', '/', '=', '\n', '-', 'é'), maxLength: 12 });
  fc.assert(
    fc.property(units, (text) => {
      const isValid = /^(?:[aZ/]{4})*(?:[aZ/]{2}(?:==)?|[aZ/]{3}=?)?$/.test(text.replace(/\n/g, ''));
      if (isValid) expect(program.evaluate({ text })).toBeInstanceOf(Uint8Array);
      else expect(() => program.evaluate({ text })).toThrow('illegal base64 data at input byte');
    }),
  );
});

test('what would grow without bounds is stopped', () => {
  let source = `b'hello'`;
  for (let level = 0; level < 70; level++) source = `bytes(base64.encode(${source}))`;
  expect(() => environment.compile(source).evaluate({})).toThrow('cost limit exceeded');
});
