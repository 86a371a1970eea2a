import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STRING, storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `isIP('127.0.0.1') && isIP('::1') && isIP('1:2:3:4:5:6:1.2.3.4') && isIP('::')`,
    `!isIP('127.0.0.256') && !isIP(':::1') && !isIP('fe80::1%eth0') && !isIP('::ffff:1.2.3.4') && !isIP('010.0.0.1')`,
    `!isIP('') && !isIP('unix') && !isIP('1.2.3') && !isIP('1.2.3.4.5') && !isIP('1:2:3:4:5:6:7')`,
    `ip.isCanonical('127.0.0.1') && ip.isCanonical('2001:db8::abcd')`,
    `!ip.isCanonical('2001:DB8::ABCD') && !ip.isCanonical('2001:db8::0:0:0:abcd')`,
    `ip('127.0.0.1').family() == 4 && ip('::1').family() == 6`,
    `ip('0.0.0.0').isUnspecified() && ip('::').isUnspecified() && !ip('127.0.0.1').isUnspecified()`,
    `ip('127.9.0.1').isLoopback() && ip('::1').isLoopback() && !ip('::2').isLoopback() && !ip('1.0.0.1').isLoopback()`,
    `ip('224.0.0.1').isLinkLocalMulticast() && !ip('224.0.1.1').isLinkLocalMulticast()`,
    `ip('ff02::1').isLinkLocalMulticast() && ip('ff12::1').isLinkLocalMulticast() && !ip('fd00::1').isLinkLocalMulticast()`,
    `ip('169.254.169.254').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast() && ip('febf::').isLinkLocalUnicast()`,
    `!ip('192.168.0.1').isLinkLocalUnicast() && !ip('fd80::1').isLinkLocalUnicast() && !ip('fec0::').isLinkLocalUnicast()`,
    `ip('192.168.0.1').isGlobalUnicast() && ip('2001:db8::abcd').isGlobalUnicast()`,
    `!ip('255.255.255.255').isGlobalUnicast() && !ip('ff00::1').isGlobalUnicast() && !ip('239.1.1.1').isGlobalUnicast()`,
    `ip('::1') == ip('0:0::1') && ip('127.0.0.1') != ip('127.0.0.2')`,
    `string(ip('2001:DB8:0:0:1::')) == '2001:db8:0:0:1::' && string(ip('1.2.3.4')) == '1.2.3.4'`,
    `type(ip('::1')) == net.IP && type(cidr('::/0')) == net.CIDR`,
    `isCIDR('192.168.0.0/16') && isCIDR('::1/128') && isCIDR('0.0.0.0/0')`,
    `!isCIDR('192.168.0.0/33') && !isCIDR('::1/129') && !isCIDR('::ffff:1.2.3.4/24') && !isCIDR('1.2.3.4/08')`,
    `!isCIDR('1.2.3.4') && !isCIDR('1.2.3.4/') && !isCIDR('1.2.3.4/+8') && !isCIDR('fe80::1%eth0/64')`,
    `cidr('192.168.0.0/24').containsIP(ip('192.168.0.1')) && !cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))`,
    `cidr('192.168.0.0/23').containsIP('192.168.1.1') && !cidr('192.168.0.0/24').containsIP('192.168.1.1')`,
    `!cidr('::/0').containsIP('1.2.3.4') && cidr('::/0').containsIP('ff::') && cidr('192.168.0.9/24').containsIP('192.168.0.1')`,
    `cidr('192.168.0.0/16').containsCIDR(cidr('192.168.10.0/24')) && cidr('192.168.0.0/16').containsCIDR('192.168.0.0/16')`,
    `!cidr('192.168.1.0/24').containsCIDR('192.168.2.0/24') && !cidr('192.168.1.0/24').containsCIDR('192.168.0.0/16')`,
    `!cidr('0.0.0.0/0').containsCIDR('::/0')`,
    `cidr('192.168.0.1/24').ip() == ip('192.168.0.1') && cidr('::1/128').ip().family() == 6`,
    `cidr('192.168.0.1/24').masked() == cidr('192.168.0.0/24') && cidr('192.168.0.1/24') != cidr('192.168.0.0/24')`,
    `string(cidr('2001:db8:ffff::1/33').masked()) == '2001:db8:8000::/33'`,
    `cidr('192.168.0.0/16').prefixLength() == 16 && string(cidr('192.168.0.1/16')) == '192.168.0.1/16'`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('texts that are no addresses', () => {
  test.each([
    ['unix', 'unable to parse IP'],
    ['%eth0', 'missing IPv6 address'],
    ['192.168.0.256', 'IPv4 field has value >255'],
    ['192.168.0.01', 'IPv4 field has octet with leading zero'],
    ['192.168.0', 'IPv4 address too short'],
    ['1.2.3.4.5', 'IPv4 address too long'],
    ['1..2.3', 'IPv4 field must have at least one digit (at ".2.3")'],
    ['1.2.3.', 'IPv4 field must have at least one digit (at ".")'],
    ['.1.2.3', 'IPv4 field must have at least one digit (at ".1.2.3")'],
    ['1.2.3.a', 'unexpected character (at "a")'],
    [':::1', 'each colon-separated field must have at least one digit (at ":1")'],
    ['1:2', 'address string too short'],
    ['12345::', 'each group must have 4 or less digits (at "12345::")'],
    ['1::2::3', 'multiple :: in address (at ":3")'],
    ['1:2:3:4:5:6:7:', 'colon must be followed by more characters (at ":")'],
    ['1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'],
    ['1:2:3:4::5:6:7:8', 'the :: must expand to at least one field of zeros'],
    ['1:g', 'each colon-separated field must have at least one digit (at "g")'],
    ['1g::', 'unexpected character, want colon (at "g::")'],
    ['1:1.2.3.4', 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
    ['::1.2.3.400', 'IPv4 field has value >255'],
    ['fe80::1%', 'zone must be a non-empty string'],
  ])('%s: %s', (text, problem) =>
    expect(() => evaluate(`ip('${text}')`)).toThrow(
      `IP Address "${text}" parse error during conversion from string: ParseAddr("${text}"): ${problem}`,
    ),
  );
});

describe('expressions that fail', () => {
  const twice = 'network address parse error during conversion from string: '.repeat(2);
  test.each([
    [`ip('fe80::1%eth0')`, 'IP address "fe80::1%eth0" with zone value is not allowed'],
    [`ip('::ffff:1.2.3.4')`, 'IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    [`ip.isCanonical('x')`, 'IP Address "x" parse error'],
    [`cidr('1.2.3.4')`, `${twice}netip.ParsePrefix("1.2.3.4"): no '/'`],
    [`cidr('1.2.3.4/33')`, `${twice}netip.ParsePrefix("1.2.3.4/33"): prefix length out of range`],
    [`cidr('1.2.3.4/x')`, `${twice}netip.ParsePrefix("1.2.3.4/x"): bad bits after slash: "x"`],
    [`cidr('x/8')`, `${twice}netip.ParsePrefix("x/8"): ParseAddr("x"): unable to parse IP`],
    [`cidr('fe80::%a/8')`, `${twice}netip.ParsePrefix("fe80::%a/8"): IPv6 zones cannot be present in a prefix`],
    [`cidr('::ffff:1.2.3.4/96')`, 'IPv4-mapped IPv6 address "::ffff:1.2.3.4/96" is not allowed'],
    [`cidr('::/0').containsIP('x')`, 'no such overload'],
    [`cidr('::/0').containsCIDR('x')`, `${twice}netip.ParsePrefix("x"): no '/'`],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

test('what string() writes is canonical and reads as the same address', () => {
  const program = environment.compile('ip(string(ip(text))) == ip(text) && ip.isCanonical(string(ip(text)))', {
    variables: { text: STRING },
  });
  const mapped = /^(?:::|0{1,4}:.*:)ffff:/i;
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      fc.pre(!mapped.test(text));
      expect(program.evaluate({ text })).toBe(true);
    }),
  );
});
