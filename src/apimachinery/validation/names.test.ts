import { describe, expect, test } from 'vitest';
import { workMilliseconds } from '../machine-speed.test.support.js';
import * as formats from './formats.js';
import * as names from './names.js';
import type { TextRule } from './text-rules.js';

const a63 = 'a'.repeat(63);
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const namePart =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe('texts that satisfy their rule', () => {
  const cases: [rule: TextRule, ...texts: string[]][] = [
    [names.checkDns1123Label, 'a', '1', 'a-b', a63],
    [names.checkDns1123Subdomain, 'a', 'a.b-c.1', `${'a.'.repeat(126)}a`],
    [names.checkDns1123SubdomainWithUnderscore, '_a.b_c', 'a'],
    [names.checkDns1035Label, 'a1', 'a-1'],
    [names.checkWildcardDns1123Subdomain, '*.example.com'],
    [names.checkCIdentifier, '_a', 'A1'],
    [names.checkQualifiedName, 'a', 'A_b.c-d', 'example.com/a', `${'a'.repeat(253)}/${a63}`],
    [names.checkLabelValue, '', 'A_b.c-d', '1', a63],
    [names.checkPathSegmentName, 'a:b', '...', 'ü'],
    [formats.checkPortName, 'http', 'a1-b2', '123456789012345'.replace('5', 'a')],
    [formats.checkPercent, '0%', '150%'],
    [formats.checkHttpHeaderName, 'X-Forwarded-For'],
    [formats.checkEnvVarName, 'A', '_a.b-c1', '.a'],
    [formats.checkRelaxedEnvVarName, '1 a%', '!'],
    [formats.checkConfigMapKey, 'a', '.a', '1_b-c.d', 'a..b'],
    [formats.checkDecimalInteger, '0', '-1', '10'],
  ];
  test.each(cases)('%o', (rule, ...texts) => expect(texts.flatMap(rule)).toEqual([]));
});

describe('texts that do not', () => {
  const cases: [rule: TextRule, text: string, problems: string[]][] = [
    [names.checkDns1123Label, '', [label]],
    [names.checkDns1123Label, '-a', [label]],
    [names.checkDns1123Label, 'a.b', ['must not contain dots']],
    [names.checkDns1123Label, `${a63}a`, ['must be no more than 63 characters']],
    [names.checkDns1123Label, 'ü'.repeat(32), ['must be no more than 63 characters', label]],
    [names.checkDns1123Label, 'ü'.repeat(31), [label]],
    [names.checkDns1123Label, 'a\n', [label]],
    [names.checkDns1123Subdomain, 'a..b', [subdomain]],
    [names.checkDns1123Subdomain, 'A', [subdomain]],
    [names.checkDns1123Subdomain, 'a'.repeat(254), ['must be no more than 253 characters']],
    [
      names.checkDns1035Label,
      '1a',
      [
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [names.checkQualifiedName, '', ['name part must be non-empty', `name part ${namePart}`]],
    [names.checkQualifiedName, '/a', ['prefix part must be non-empty']],
    [names.checkQualifiedName, 'A/a', [`prefix part ${subdomain}`]],
    [names.checkQualifiedName, `${'a'.repeat(254)}/a`, ['prefix part must be no more than 253 bytes']],
    [names.checkQualifiedName, `${a63}a`, ['name part must be no more than 63 bytes']],
    [
      names.checkQualifiedName,
      'a/b/c',
      [`a valid label key ${namePart} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
    ],
    [names.checkLabelValue, `${a63}a`, ['must be no more than 63 bytes']],
    [
      names.checkLabelValue,
      'a b',
      [
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      ],
    ],
    [names.checkPathSegmentName, '.', ["may not be '.'"]],
    [names.checkPathSegmentName, '..', ["may not be '..'"]],
    [names.checkPathSegmentName, 'a/b%', ["may not contain '/'", "may not contain '%'"]],
    [
      formats.checkPortName,
      '-1--',
      [
        'must contain at least one letter (a-z)',
        'must not contain consecutive hyphens',
        'must not begin or end with a hyphen',
      ],
    ],
    [
      formats.checkPortName,
      'ABCDEFGHIJKLMNOP',
      [
        'must be no more than 15 characters',
        'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'must contain at least one letter (a-z)',
      ],
    ],
    [
      formats.checkPercent,
      '1',
      [
        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      ],
    ],
    [formats.checkEnvVarName, '..', ["must not be '..'"]],
    [formats.checkEnvVarName, '..a', ["must not start with '..'"]],
    [formats.checkRelaxedEnvVarName, '', ['environment variable name must be non-empty']],
    [
      formats.checkRelaxedEnvVarName,
      'a=b',
      ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
    ],
    [formats.checkConfigMapKey, '.', ["must not be '.'"]],
    [formats.checkConfigMapKey, 'a'.repeat(254), ['must be no more than 253 characters']],
    [formats.checkDecimalInteger, '', ['must be non-empty']],
    [formats.checkDecimalInteger, '-0', ['must be a valid decimal integer in canonical form']],
  ];
  test.each(cases)('%o of %j', (rule, text, problems) => expect(rule(text)).toEqual(problems));
});

test('numbers have ranges', () => {
  expect([1, 65535].flatMap(formats.checkPortNumber)).toEqual([]);
  expect(formats.checkPortNumber(0)).toEqual(['must be between 1 and 65535, inclusive']);
  expect(formats.checkUserOrGroupId(2n ** 31n)).toEqual(['must be between 0 and 2147483647, inclusive']);
});

test('a name that is a prefix may end with a dash', () => {
  expect(names.nameIsDnsLabel('web-', 'prefix')).toEqual([]);
  expect(names.nameIsDnsLabel('web-')).toEqual([label]);
  expect(names.nameIsDnsSubdomain('a.b-', 'prefix')).toEqual([]);
  expect(names.nameIsPathSegment('..', 'prefix')).toEqual([]);
  expect(names.nameIsPathSegment('..')).toEqual(["may not be '..'"]);
});

test('hostile texts take linear time', async () => {
  const text = `${'a-'.repeat(500_000)}!`;
  for (const rule of [names.checkDns1123Subdomain, names.checkQualifiedName, names.checkLabelValue]) {
    expect(await workMilliseconds(() => expect(rule(text).length).toBeGreaterThan(0))).toBeLessThan(1000);
  }
});
