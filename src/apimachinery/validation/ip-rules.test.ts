import { describe, expect, test } from 'vitest';
import {
  validateDomainPrefixedKey,
  validateDomainPrefixedPath,
  validateFullyQualifiedDomainName,
  validateFullyQualifiedName,
} from './domain-rules.js';
import { fieldErrorBody } from './field-error.js';
import { FieldPath } from './field-path.js';
import { type IntOrString, parseIntOrString, scaledValue } from './int-or-percent.js';
import { formatCidr, formatIp, parseCidrSloppy, parseIpSloppy } from './ip-address.js';
import * as rules from './ip-rules.js';

const path = FieldPath.of('ip');

describe('addresses', () => {
  const cases: [text: string, canonical: string | undefined][] = [
    ['1.2.3.4', '1.2.3.4'],
    ['010.002.3.04', '10.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
    ['00001::', '1::'],
    ['', undefined],
    ['1.2.3', undefined],
    ['1.2.3.4.5', undefined],
    ['1.2.3.256', undefined],
    ['1.2.3.', undefined],
    ['1:2:3:4:5:6:7', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['1::2::3', undefined],
    ['1:::2', undefined],
    ['1:2:3:4::5:6:7:8', undefined],
    ['12345::', undefined],
    ['1.2.3.4::', undefined],
    ['fe80::1%eth0', undefined],
    [':1', undefined],
  ];
  test.each(cases)('%j is %j', (text, canonical) => {
    const address = parseIpSloppy(text);
    expect(address && formatIp(address)).toBe(canonical);
  });

  test.each([
    ['10.9.8.7/24', '10.9.8.0/24'],
    ['2001:db8::1/33', '2001:db8::/33'],
    ['::ffff:1.2.3.4/120', '1.2.3.0/24'],
    ['::ffff:1.2.3.4/64', '::/64'],
    ['1.2.3.4/0', '0.0.0.0/0'],
    ['1.2.3.4/33', undefined],
    ['1.2.3.4', undefined],
    ['1.2.3.4/', undefined],
    ['1.2.3.4/1/2', undefined],
  ])('the network of %j is %j', (text, canonical) => {
    const cidr = parseCidrSloppy(text);
    expect(cidr && formatCidr(cidr)).toBe(canonical);
  });
});

describe('rules', () => {
  const legacy = { strict: true };
  const cases: [name: string, errors: ReturnType<typeof rules.validateIp>, bodies: string[]][] = [
    ['an address', rules.validateIp('10.9.8.7', path), []],
    [
      'no address',
      rules.validateIp('x', path),
      ['Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    ['zeros', rules.validateIp('1.2.3.04', path), ['Invalid value: "1.2.3.04": must not have leading 0s']],
    [
      'a mapped address',
      rules.validateIp('::ffff:1.2.3.4', path),
      ['Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address'],
    ],
    ['a long form', rules.validateIp('1:0::2', path), ['Invalid value: "1:0::2": must be in canonical form ("1::2")']],
    ['a long form in an old field', rules.validateIpForLegacyField('1:0::2', path, legacy), []],
    ['zeros in an old field', rules.validateIpForLegacyField('1.2.3.04', path, { strict: false }), []],
    ['an old value', rules.validateIpForLegacyField('junk', path, { ...legacy, validOldValues: ['junk'] }), []],
    ['a network', rules.validateCidr('10.9.8.0/24', path), []],
    [
      'no network',
      rules.validateCidr('10.9.8.0', path),
      ['Invalid value: "10.9.8.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
    ],
    [
      'host bits',
      rules.validateCidr('10.9.8.7/24', path),
      ['Invalid value: "10.9.8.7/24": must not have bits set beyond the prefix length'],
    ],
    [
      'zeros in the length',
      rules.validateCidrForLegacyField('10.9.8.0/024', path, legacy),
      ['Invalid value: "10.9.8.0/024": must not have leading 0s in IP or prefix length'],
    ],
    ['an interface', rules.validateInterfaceAddress('10.9.8.7/24', path), []],
    [
      'an interface in long form',
      rules.validateInterfaceAddress('1:0::1/64', path),
      ['Invalid value: "1:0::1/64": must be in canonical form ("1::1/64")'],
    ],
  ];
  test.each(cases)('%s', (_name, errors, bodies) => expect(errors.map(fieldErrorBody)).toEqual(bodies));

  test('sloppy values are warned of', () => {
    expect(rules.ipWarnings('1.2.3.4', path)).toEqual([]);
    expect(rules.ipWarnings('1.2.3.04', path)).toEqual([
      'ip: non-standard IP address "1.2.3.04" is invalid: use "1.2.3.4"',
    ]);
    expect(rules.ipWarnings('1:0::2', path)).toEqual([
      'ip: IPv6 address "1:0::2" should be in RFC 5952 canonical format ("1::2")',
    ]);
    expect(rules.cidrWarnings('10.9.8.7/24', path)).toEqual([
      'ip: CIDR value "10.9.8.7/24" is ambiguous in this context (should be "10.9.8.0/24" or "10.9.8.7/32"?)',
    ]);
    expect(rules.cidrWarnings('10.9.8.0/024', path)).toEqual([
      'ip: non-standard CIDR value "10.9.8.0/024" is invalid: use "10.9.8.0/24"',
    ]);
    expect(rules.cidrWarnings('1:0::/64', path)).toEqual([
      'ip: IPv6 CIDR value "1:0::/64" should be in RFC 5952 canonical format ("1::/64")',
    ]);
  });
});

describe('an integer or a percentage', () => {
  const cases: [value: IntOrString, round: 'up' | 'down', scaled: number][] = [
    [3, 'up', 3],
    ['25%', 'up', 3],
    ['25%', 'down', 2],
    ['0%', 'up', 0],
  ];
  test.each(cases)('%j of ten, rounded %s, is %j', (value, round, scaled) => {
    expect(scaledValue(value, { total: 10, round })).toBe(scaled);
  });

  test('refuses other texts', () => {
    const options = { total: 10, round: 'up' } as const;
    expect(() => scaledValue('3', options)).toThrow(
      'invalid value for IntOrString: invalid type: string is not a percentage',
    );
    expect(() => scaledValue('x%', options)).toThrow(
      'invalid value for IntOrString: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax',
    );
  });

  test('is read from a text', () => {
    expect(['5', '-1', '5%', '9999999999', ''].map(parseIntOrString)).toEqual([5, -1, '5%', '9999999999', '']);
  });
});

describe('domains', () => {
  const cases: [name: string, errors: ReturnType<typeof rules.validateIp>, body: string | RegExp | undefined][] = [
    ['a qualified name', validateFullyQualifiedName('a.b.c', path), undefined],
    ['an empty one', validateFullyQualifiedName('', path), 'Required value'],
    ['two segments', validateFullyQualifiedName('a.b', path), /should be a domain with at least three segments/],
    ['a domain', validateFullyQualifiedDomainName('a.b.', path), undefined],
    ['one label', validateFullyQualifiedDomainName('a', path), /should be a domain with at least two segments/],
    [
      'a long label',
      validateFullyQualifiedDomainName(`a.${'b'.repeat(64)}`, path),
      /must be no more than 63 characters$/,
    ],
    ['a prefixed path', validateDomainPrefixedPath('acme.io/a/b', path), undefined],
    [
      'no path',
      validateDomainPrefixedPath('acme.io/', path),
      /must be a domain-prefixed path \(such as "acme\.io\/foo"\)$/,
    ],
    [
      'a strange path',
      validateDomainPrefixedPath('acme.io/a b', path),
      /^Invalid value: "a b": Invalid path \(regex used/,
    ],
    ['a prefixed key', validateDomainPrefixedKey('acme.io/a', path), undefined],
    ['a bare key', validateDomainPrefixedKey('a', path), /must be a domain-prefixed key \(such as "acme\.io\/foo"\)$/],
  ];
  test.each(cases)('%s', (_name, errors, body) => {
    if (body === undefined) expect(errors).toEqual([]);
    else expect(errors.map(fieldErrorBody)).toEqual([expect.stringMatching(body)]);
  });
});
