import { describe, expect, test } from 'vitest';
import type { IPAddress, ServiceCIDR } from '../../api/networking/v1.js';
import { canDelete, containing, overlapping } from './service-cidrs.js';

function block(name: string, ...cidrs: string[]): ServiceCIDR {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name },
    spec: { cidrs },
  } as ServiceCIDR;
}

function address(name: string, managedBy = 'ipallocator.k8s.io'): IPAddress {
  return { metadata: { name, labels: { 'ipaddress.kubernetes.io/managed-by': managedBy } } } as unknown as IPAddress;
}

const small = block('small', '10.0.0.0/24');
const large = block('large', '10.0.0.0/16');
const other = block('other', '10.1.0.0/24', 'fd00::/112');
const all = [small, large, other];

describe('blocks', () => {
  test.each([
    ['10.0.0.7', ['small', 'large']],
    ['10.0.7.7', ['large']],
    ['10.1.0.7', ['other']],
    ['fd00::7', ['other']],
    ['fd01::7', []],
    ['no address', []],
  ])('that contain %s are %j', (name, expected) => {
    expect(containing(address(name), all).map(({ metadata }) => metadata.name)).toEqual(expected);
  });

  test('do not count addresses of other managers', () => {
    expect(containing(address('10.0.0.7', 'me'), all)).toEqual([]);
  });

  test.each([
    [small, ['small', 'large']],
    [large, ['small', 'large']],
    [other, ['other']],
  ])('that overlap another one are found', (object, expected) => {
    expect(overlapping(object, all).map(({ metadata }) => metadata.name)).toEqual(expected);
  });
});

describe('a block may go', () => {
  test.each([
    ['if another one contains it', small, all, ['10.0.0.7'], true],
    ['if none of its addresses is in use', other, all, ['10.0.0.7'], true],
    ['if others contain all its addresses that are in use', large, all, ['10.0.0.7'], true],
    ['but not with an address that is in no other one', large, all, ['10.0.7.7'], false],
    ['but not with an IPv6 address that is in no other one', other, all, ['fd00::1'], false],
    ['but not if it is the only one', small, [small], ['10.0.0.7'], false],
  ])('%s', (_name, object, blocks, addresses, expected) => {
    const input = { all: blocks, addresses: addresses.map((each) => address(each)) };
    expect(canDelete(object, input)).toBe(expected);
  });
});
