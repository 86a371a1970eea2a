import { describe, expect, test } from 'vitest';
import type { EndpointSubset } from '../../api/core/v1.js';
import { repackSubsets } from './subsets.js';

const http = { name: 'h', port: 8080, protocol: 'TCP', appProtocol: 'h2c' };
const dns = { name: 'd', port: 53, protocol: 'UDP' };
const first = { ip: '10.0.0.1' };
const second = { ip: '10.0.0.2', targetRef: { kind: 'Pod', uid: 'b' } };
const other = { ip: '10.0.0.2', targetRef: { kind: 'Pod', uid: 'a' } };

describe('subsets', () => {
  test.each<{ name: string; given: EndpointSubset[]; repacked: EndpointSubset[] }>([
    { name: 'without addresses are none', given: [], repacked: [] },
    {
      name: 'with the same addresses share their ports, in the order of their hashes',
      given: [
        { addresses: [second, first], ports: [http] },
        { addresses: [first, second], ports: [dns] },
      ],
      repacked: [{ addresses: [first, second], ports: [dns, http] }],
    },
    {
      name: 'keep an address with several pods',
      given: [{ addresses: [second, other], ports: [http] }],
      repacked: [{ addresses: [other, second], ports: [http] }],
    },
    {
      name: 'with an address that is ready, and not, have it as not ready',
      given: [
        { addresses: [first], ports: [http] },
        { notReadyAddresses: [first], ports: [http] },
      ],
      repacked: [{ notReadyAddresses: [first], ports: [http] }],
    },
    {
      name: 'without ports stay',
      given: [{ addresses: [first] }],
      repacked: [{ addresses: [first] }],
    },
  ])('$name', ({ given, repacked }) => {
    expect(repackSubsets(given)).toEqual(repacked);
  });

  test('of different addresses have an order that does not depend on the given one', () => {
    const given = [
      { addresses: [first], ports: [http] },
      { addresses: [second], ports: [dns] },
    ];
    expect(repackSubsets(given)).toEqual(repackSubsets([...given].reverse()));
  });
});
