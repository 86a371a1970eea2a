import { expect, test } from 'vitest';
import { expectLinear, expectLinearText, type TextGrowth } from '../growth.test.support.js';
import { CelEnvironment } from './environment.js';
import { englishFixedText } from './library/decimal-text.js';
import { parseAddress, parsePrefix } from './library/net-address.js';
import { quote, trim } from './library/string-functions.js';
import { urlProblem } from './library/urls.js';
import { parseDouble, parseInt64 } from './numbers.js';
import { readBase64, readDateTime, readDuration } from './schema/formats.js';
import { parseDuration, parseTimestamp } from './time.js';

const environment = CelEnvironment.extend({});
const signed: TextGrowth = {
  around: [
    ['', ''],
    ['1', ''],
    ['1.', 'x'],
    ['1e', ' '],
  ],
};

test.each<[name: string, read: (text: string) => unknown, growth?: TextGrowth]>([
  ['double(string)', parseDouble, signed],
  ['int(string)', parseInt64, signed],
  ['duration(string)', parseDuration, signed],
  ['timestamp(string)', parseTimestamp],
  ['a duration of a schema', readDuration, signed],
  ['a time of a schema', readDateTime],
  ['bytes of a schema', readBase64],
  ['ip(string)', parseAddress],
  ['cidr(string)', parsePrefix],
  [
    'url(string)',
    urlProblem,
    {
      around: [
        ['', ''],
        ['https://', ''],
        ['https://a/', ''],
        ['https://[', ']'],
      ],
    },
  ],
  ['trim()', trim, { around: [['a', 'b']] }],
  ['strings.quote()', quote],
])('%s is read in one pass', (name, read, growth) => expectLinearText(name, read, growth));

test.each([' ', '//\n', '// ', '/* '])('an expression with many %j is read in one pass', (piece) =>
  expectLinear('compile', {
    make: (size) => `1 ${piece.repeat(size / piece.length)}`,
    run: (text) => environment.compile(text),
    upTo: 90_000,
  }),
);

test.each([
  [0, 2, '0.00'],
  [999.5, 1, '999.5'],
  [1000, 0, '1,000'],
  [-123_456_789.25, 2, '-123,456,789.25'],
  [-1e21, 0, '-1,000,000,000,000,000,000,000'],
])('%d with %i digits is %s in English', (value, digits, text) => {
  expect(englishFixedText(value, digits)).toBe(text);
});
