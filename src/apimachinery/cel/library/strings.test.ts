import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `'tacocat'.charAt(3) == 'o'`,
    `'tacocat'.charAt(7) == ''`,
    `'©αT😀x'.charAt(3) == '😀'`,
    `'©αT😀x'.charAt(4) == 'x'`,
    `'tacocat'.indexOf('') == 0`,
    `'tacocat'.indexOf('', 30) == 30`,
    `'tacocat'.indexOf('ac') == 1`,
    `'tacocat'.indexOf('none') == -1`,
    `'tacocat'.indexOf('a', 3) == 5`,
    `'tacocat'.indexOf('a', 30) == -1`,
    `'😀a😀a'.indexOf('a', 2) == 3`,
    `'tacocat'.lastIndexOf('') == 7`,
    `'tacocat'.lastIndexOf('at') == 5`,
    `'tacocat'.lastIndexOf('a', 3) == 1`,
    `'tacocat'.lastIndexOf('at', 6) == 5`,
    `'tacocat'.lastIndexOf('tacocatty') == -1`,
    `''.lastIndexOf('a') == -1`,
    `'😀a😀a'.lastIndexOf('😀') == 2`,
    `'TacoCÆt'.lowerAscii() == 'tacocÆt'`,
    `'tacoCæt'.upperAscii() == 'TACOCæT'`,
    `'hello hello'.replace('he', 'we') == 'wello wello'`,
    `'hello hello'.replace('he', 'we', -1) == 'wello wello'`,
    `'hello hello'.replace('he', 'we', 1) == 'wello hello'`,
    `'hello hello'.replace('he', 'we', 0) == 'hello hello'`,
    `'hello'.replace('', '_') == '_h_e_l_l_o_'`,
    `'hello'.replace('', '_', 2) == '_h_ello'`,
    `'hello'.replace('', '_', 5) == '_h_e_l_l_o'`,
    `'hello'.replace('', '_', 6) == '_h_e_l_l_o_'`,
    `''.replace('', '_') == '_'`,
    `''.replace('a', '_') == ''`,
    `'a$1b'.replace('$1', '$&') == 'a$&b'`,
    `'a b c'.split(' ') == ['a', 'b', 'c']`,
    `'a b c'.split(' ', 0) == []`,
    `'a b c'.split(' ', 1) == ['a b c']`,
    `'a b c'.split(' ', 2) == ['a', 'b c']`,
    `'a b c'.split(' ', -1) == ['a', 'b', 'c']`,
    `'a😀b'.split('') == ['a', '😀', 'b']`,
    `'abc'.split('', 2) == ['a', 'bc']`,
    `''.split('') == []`,
    `''.split(',') == ['']`,
    `'tacocat'.substring(4) == 'cat'`,
    `'tacocat'.substring(7) == ''`,
    `'tacocat'.substring(0, 4) == 'taco'`,
    `'a😀bc'.substring(1, 3) == '😀b'`,
    `' \\t\\n\\u0085\\u00a0\\u3000trim\\u2028 '.trim() == 'trim'`,
    `'\\ufeff'.trim() == '\\ufeff'`,
    `['x', 'y'].join() == 'xy'`,
    `['x', 'y'].join('-') == 'x-y'`,
    `[].join('-') == ''`,
    `strings.quote('a"\\n\\\\') == '"a\\\\"\\\\n\\\\\\\\"'`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('expressions that fail', () => {
  test.each([
    [`'tacocat'.charAt(30)`, 'index out of range: 30'],
    [`'tacocat'.charAt(-1)`, 'index out of range: -1'],
    [`'tacocat'.indexOf('a', -1)`, 'index out of range: -1'],
    [`'tacocat'.lastIndexOf('a', -1)`, 'index out of range: -1'],
    [`'tacocat'.substring(40)`, 'index out of range: 40'],
    [`'tacocat'.substring(1, 50)`, 'index out of range: 50'],
    [`'tacocat'.substring(3, 1)`, 'invalid substring range. start: 3, end: 1'],
    [`[dyn('a'), dyn(1)].join()`, 'join: invalid input'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

describe('expressions that do not compile', () => {
  test.each([
    [`'abc'.reverse()`, "found no matching overload for 'reverse' applied to 'string.()'"],
    [`[1].join()`, "found no matching overload for 'join' applied to 'list(int).()'"],
    [`'%s'.format('a')`, "found no matching overload for 'format' applied to 'string.(string)'"],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

describe('format writes', () => {
  test.each([
    [`'none'.format([])`, 'none'],
    [`'%%%s%%'.format(['text'])`, '%text%'],
    [`'%s and %s'.format([1, 'two'])`, '1 and two'],
    [`'%d %d'.format([-7, 7u])`, '-7 7'],
    [`'%b %b %b'.format([-5, 64u, true])`, '-101 1000000 1'],
    [`'%o %o'.format([-11, 65535u])`, '-13 177777'],
    [`'%x %X %x'.format([30, 30u, -30])`, '1e 1E -1e'],
    [`'%x'.format([9223372036854775807])`, '7fffffffffffffff'],
    [`'%X'.format(['Hello!'])`, '48656C6C6F21'],
    [`'%x'.format([b'\\x00\\xff'])`, '00ff'],
    [`'%.3f'.format([1.2345])`, '1.234'],
    [`'%f'.format([2.71828])`, '2.718280'],
    [`'%.0f %.0f %.0f'.format([0.5, 1.5, -2.5])`, '0 2 -2'],
    [`'%.2f'.format([1234567.891])`, '1,234,567.89'],
    [`'%.1f'.format([-1234.0])`, '-1,234.0'],
    [`'%.4f %.0f %.1f'.format([123.4567, 1e21, 999999.96])`, '123.4567 1,000,000,000,000,000,000,000 1,000,000.0'],
    [`'%.1f %e %s'.format([-0.0, -0.0, [-0.0]])`, '0.0 0.000000×10⁰⁰ [-0.000000]'],
    [`'%f %f %f'.format(['NaN', 'Infinity', '-Infinity'])`, 'NaN ∞ -∞'],
    [`'%e'.format([2.71828])`, '2.718280×10⁰⁰'],
    [`'%.6e'.format([1052.032911275])`, '1.052033×10⁰³'],
    [`'%e'.format([9.9999999e-5])`, '1.000000×10⁻⁰⁴'],
    [`'%.20e'.format([1.0])`, '       1.000000×10⁰⁰'],
    [`'%s %s'.format([2.71, 0.000000002])`, '2.71 2e-09'],
    [`'%s'.format([999999999999])`, '999999999999'],
    [`'%s %s'.format([b'xyz', type('a')])`, 'xyz string'],
    [`'%s'.format([timestamp('2023-02-03T23:31:20+00:00')])`, '2023-02-03T23:31:20Z'],
    [`'%s %s'.format([duration('1h45m47s'), duration('2ns')])`, '6347s 0.000000002s'],
    [`'%s'.format([['a"', 3.14, null, [9, 8]]])`, '["a\\"", 3.140000, null, [9, 8]]'],
    [`'%s'.format([[timestamp('2023-02-03T23:31:20Z'), b'b']])`, '[timestamp("2023-02-03T23:31:20Z"), b"b"]'],
    [`'%s'.format([[double('NaN'), double('-Inf')]])`, '["NaN", "-Inf"]'],
    [`'%s'.format([{'b': duration('2h'), 'a': true}])`, '{"a":true, "b":duration("7200s")}'],
    [`'%s'.format([{1: 'x', 2u: 'y', true: 1234.5}])`, '{1:"x", 2:"y", true:1234.500000}'],
  ])('%s as %s', (source, text) => expect(evaluate(source)).toBe(text));
});

const STRING_CLAUSE =
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps';

describe('format refuses literals before the expression runs', () => {
  test.each([
    [`'%d %d %d'.format([0, 1])`, 'index 2 out of range'],
    [`'%s %s'.format(['a', 'b', 'c'])`, 'too many arguments supplied to string.format (expected 2, got 3)'],
    [`'filler %'.format([])`, 'unexpected end of string'],
    [`'%a'.format([1])`, 'could not parse formatting clause: unrecognized formatting clause "a"'],
    [`'%E'.format([0.5])`, 'could not parse formatting clause: unrecognized formatting clause "E"'],
    [`'%.34'.format([5.0])`, 'error while parsing precision: could not find end of precision specifier'],
    [`'%.f'.format([5.0])`, 'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'],
    [`'%.99999999999999999999f'.format([5.0])`, 'value out of range'],
    [`'%d'.format([5.2])`, 'decimal clause can only be used on integers, was given double'],
    [`'%d'.format([null])`, 'decimal clause can only be used on integers, was given null_type'],
    [`'%d'.format([duration('1s')])`, 'was given google.protobuf.Duration'],
    [`'%f'.format([true])`, 'fixed-point clause can only be used on doubles, was given bool'],
    [`'%e'.format([1])`, 'scientific clause can only be used on doubles, was given int'],
    [`'%b'.format(['abc'])`, 'only integers and bools can be formatted as binary, was given string'],
    [`'%o'.format(['abc'])`, 'octal clause can only be used on integers, was given string'],
    [`'%x'.format([0.5])`, 'only integers, byte buffers, and strings can be formatted as hex, was given double'],
    [`'%s'.format([quantity('1')])`, `${STRING_CLAUSE}, was given kubernetes.Quantity`],
    [`'%s'.format([[1, {'a': quantity('1')}]])`, `${STRING_CLAUSE}, was given kubernetes.Quantity`],
  ])('%s: %s', (source, message) => expect(() => environment.compileUncached(source)).toThrow(message));

  test('pointing at the argument', () =>
    expect(() => environment.compileUncached(`'%s %d'.format(['a', 'b'])`)).toThrow('1:22: error during formatting'));

  test('but other literals beside it must not mix types', () =>
    expect(() => environment.compileUncached(`'%s'.format([1, 'a'].map(x, x)) + [1, 'a'][1]`)).toThrow(
      "expected type 'int' but found 'string'",
    ));
});

describe('format fails when it runs', () => {
  test.each([
    [`dyn('%d %d').format([0])`, 'index 1 out of range'],
    [`dyn('%').format([0])`, 'unexpected end of string'],
    [
      `'%d'.format([dyn('a')])`,
      'error during formatting: decimal clause can only be used on integers, was given string',
    ],
    [`'%s'.format([dyn(quantity('1'))])`, STRING_CLAUSE],
    [`'%s'.format([dyn([quantity('1')])])`, 'no formatting function for kubernetes.Quantity'],
    [`'%s'.format([b'\\xff'])`, 'invalid UTF-8'],
    [`'%f'.format([dyn('1')])`, 'fixed-point clause can only be used on doubles, was given string'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

test('split is undone by join', () => {
  const program = environment.compile('text.split(separator).join(separator)', {
    variables: { text: environment.compile("''").type, separator: environment.compile("''").type },
  });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 2 }), (text, separator) => {
      expect(program.evaluate({ text, separator })).toBe(text);
    }),
  );
});
