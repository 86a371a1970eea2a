import { describe, expect, test } from 'vitest';
import { parseIpSloppy } from '../../apimachinery/validation/index.js';
import { AddressRange } from './address-range.js';
import { PortRange } from './port-range.js';

const first = (): number => 0;
const last = (): number => 1 - 2 ** -53;

describe('a network', () => {
  test.each([
    ['10.0.0.0/24', '10.0.0.1', '10.0.0.17', '10.0.0.254', 254],
    ['10.0.0.9/28', '10.0.0.1', '10.0.0.1', '10.0.0.14', 14],
    ['10.0.0.0/16', '10.0.0.1', '10.0.1.1', '10.0.255.254', 65_534],
    ['2001:db8::/120', '2001:db8::1', '2001:db8::11', '2001:db8::ff', 255],
  ])('%s begins with %s, gives %s to %s first, and has %d addresses', (cidr, start, from, to, count) => {
    const range = new AddressRange(cidr);
    const all = [...range.candidates(first)];
    expect([range.first, all[0], [...range.candidates(last)][0]]).toEqual([start, from, to]);
    expect([all.length, new Set(all).size]).toEqual([count, count]);
  });

  test.each([
    ['10.0.0.0', false],
    ['10.0.0.1', true],
    ['10.0.0.254', true],
    ['10.0.0.255', false],
    ['10.0.1.1', false],
    ['::ffff:10.0.0.1', true],
    ['2001:db8::1', false],
  ])('10.0.0.0/24 has %s: %s', (address, isIn) => {
    expect(new AddressRange('10.0.0.0/24').has(parseIpSloppy(address)!)).toBe(isIn);
  });

  test('as large as they get gives addresses without counting them', () => {
    const { value } = new AddressRange('2001:db8::/64').candidates(last).next();
    expect(value).toBe('2001:db8::ffff:ffff:ffff:f800');
  });

  test('with no room gives nothing', () => {
    expect([...new AddressRange('10.0.0.1/32').candidates(first)]).toEqual([]);
  });
});

describe('a range of ports', () => {
  test.each([
    ['30000-32767', 2768, 30_086],
    ['30000+15', 16, 30_000],
    ['1000-1031', 32, 1016],
  ])('%s has %d ports, from %d on for those who do not ask', (text, size, dynamic) => {
    const range = PortRange.parse(text)!;
    const all = [...range.candidates(first)];
    expect([range.size, all[0], new Set(all).size]).toEqual([size, dynamic, size]);
  });

  test.each(['', 'many', '2-1', '1-65536', '-1-2', '1-2-3'])('%j is none', (text) => {
    expect(PortRange.parse(text)).toBeUndefined();
  });
});
