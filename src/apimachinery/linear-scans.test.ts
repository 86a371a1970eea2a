import { describe, test } from 'vitest';
import { parseAccept, parseMediaType } from './codec/index.js';
import { expectLinearText, type TextGrowth } from './growth.test.support.js';
import {
  goQuote,
  parseGroupResource,
  parseGroupVersion,
  parseMicroTime,
  parseResourceArgument,
  parseTime,
  timeProblem,
} from './meta/index.js';
import { parseFieldSelector, parseLabelSelector } from './selectors/index.js';
import {
  canonicalQuantity,
  checkConfigMapKey,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkHttpHeaderName,
  checkLabelValue,
  checkPathSegmentName,
  checkPercent,
  checkPortName,
  checkQualifiedName,
  FieldPath,
  parseCidrSloppy,
  parseGoUrl,
  parseIntOrString,
  parseIpSloppy,
  validateCidr,
  validateDomainPrefixedPath,
  validateFieldManager,
  validateIp,
} from './validation/index.js';

const path = FieldPath.root.child('field');

/** Parsers of client input; those that are private to their folder are tested there. */
describe('the time to read a text grows with its length', () => {
  test.each<[name: string, read: (text: string) => unknown, growth?: TextGrowth]>([
    ['parseAccept', parseAccept, { around: [['a', 'b']] }],
    ['parseMediaType', parseMediaType, { around: [['a/b', '']] }],
    ['goQuote', goQuote, { repeated: ['\x01', '\ud800'] }],
    ['parseGroupResource', parseGroupResource],
    ['parseGroupVersion', parseGroupVersion],
    ['parseResourceArgument', parseResourceArgument],
    ['parseTime', parseTime, { around: [['2020-01-01T00:00:00.', 'x']] }],
    ['parseMicroTime', parseMicroTime, { around: [['2020-01-01T00:00:00.', 'Z']] }],
    ['timeProblem', timeProblem, { around: [['2020-01-01T00:00:00.', 'x']] }],
    ['parseFieldSelector', parseFieldSelector, { repeated: ['metadata.name=a,', 'a=\\,'] }],
    [
      'parseLabelSelector',
      parseLabelSelector,
      {
        around: [
          ['', ''],
          ['a in (', ')'],
          ['a', ' in (b)'],
          ['!', ''],
        ],
      },
    ],
    [
      'canonicalQuantity',
      canonicalQuantity,
      {
        around: [
          ['', ''],
          ['1', ''],
          ['1.', 'Ki'],
          ['1e', ''],
          ['-', 'n'],
        ],
      },
    ],
    ['checkConfigMapKey', checkConfigMapKey],
    ['checkDns1123Label', checkDns1123Label],
    ['checkDns1123Subdomain', checkDns1123Subdomain],
    ['checkHttpHeaderName', checkHttpHeaderName],
    ['checkLabelValue', checkLabelValue],
    ['checkPathSegmentName', checkPathSegmentName],
    ['checkPercent', checkPercent],
    ['checkPortName', checkPortName],
    ['checkQualifiedName', checkQualifiedName],
    [
      'parseCidrSloppy',
      parseCidrSloppy,
      {
        around: [
          ['', ''],
          ['1.2.3.4/', ''],
          ['::', '/64'],
        ],
      },
    ],
    [
      'parseIpSloppy',
      parseIpSloppy,
      {
        around: [
          ['', ''],
          ['1.', '.3'],
          ['::', ''],
        ],
      },
    ],
    [
      'parseGoUrl',
      parseGoUrl,
      {
        around: [
          ['', ''],
          ['https://', '/'],
          ['https://a/', ''],
          ['https://[', ']'],
        ],
      },
    ],
    ['parseIntOrString', parseIntOrString],
    ['validateCidr', (text) => validateCidr(text, path)],
    ['validateIp', (text) => validateIp(text, path)],
    ['validateDomainPrefixedPath', (text) => validateDomainPrefixedPath(text, path)],
    ['validateFieldManager', (text) => validateFieldManager(text, path)],
  ])('%s', (name, read, growth) => expectLinearText(name, read, growth));
});
