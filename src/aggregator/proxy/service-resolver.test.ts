import { describe, expect, it } from 'vitest';
import { byClusterIp, byEndpoint, type EndpointSlice, type Service, withOwnService } from './service-resolver.js';

const reference = { namespace: 'default', name: 'x', port: 443 };
const ports = [
  { name: 'web', port: 80 },
  { name: 'api', port: 443 },
];

function known(spec: Service['spec'] | undefined, slices: readonly EndpointSlice[] = []) {
  return {
    service: () => spec && { metadata: { name: 'x', namespace: 'default' }, spec },
    endpointSlices: () => slices,
  };
}

function slice(addresses: readonly string[], more: Partial<EndpointSlice> = {}): EndpointSlice {
  return {
    metadata: {},
    addressType: 'IPv4',
    ports: [{ name: 'api', port: 6443 }],
    endpoints: addresses.map((address) => ({ addresses: [address] })),
    ...more,
  };
}

describe('by cluster IP', () => {
  it.each([
    ['a Service has its address', { clusterIP: '10.0.0.9', ports }, { host: '10.0.0.9', port: 443 }],
    ['a NodePort has its address', { type: 'NodePort', clusterIP: '10.0.0.9', ports }, { host: '10.0.0.9', port: 443 }],
    [
      'an external name is called itself',
      { type: 'ExternalName', externalName: 'a.example' },
      { host: 'a.example', port: 443 },
    ],
  ])('%s', (_title, spec, endpoint) => {
    expect(byClusterIp(known(spec))(reference)).toEqual(endpoint);
  });

  it.each([
    ['is not there', undefined, 'service "x" not found'],
    ['has no address', { clusterIP: 'None', ports }, 'cannot route to service with ClusterIP "None"'],
    ['has no such port', { clusterIP: '10.0.0.9', ports: [] }, 'no service port 443 found for service "x"'],
    ['is of an unknown type', { type: 'Other' }, 'unsupported service type "Other"'],
  ])('a Service cannot be reached that %s', (_title, spec, problem) => {
    expect(() => byClusterIp(known(spec))(reference)).toThrow(problem);
  });
});

describe('by endpoint', () => {
  it('one that is ready is called, on the port of that name, of the preferred family if there is one', () => {
    const slices = [
      slice(['fd00::1'], { addressType: 'IPv6' }),
      slice(['10.1.0.1'], { ports: [{ name: 'web', port: 1 }] }),
      slice([], { endpoints: [{ addresses: ['10.1.0.2'], conditions: { ready: false } }] }),
      slice([], { endpoints: null, ports: null }),
      slice(['10.1.0.3']),
    ];
    const spec = { clusterIP: 'None', ports, ipFamilies: ['IPv4', 'IPv6'] };
    for (let round = 0; round < 20; round++) {
      expect(byEndpoint(known(spec, slices))(reference)).toEqual({ host: '10.1.0.3', port: 6443 });
    }
    expect(byEndpoint(known({ ...spec, ipFamilies: ['IPv6'] }, slices))(reference).host).toBe('fd00::1');
  });

  it('all of them are called in the end', () => {
    const resolve = byEndpoint(known({ ports }, [slice(['a', 'b']), slice(['c'])]));
    const seen = new Set(Array.from({ length: 200 }, () => resolve(reference).host));
    expect([...seen].sort()).toEqual(['a', 'b', 'c']);
  });

  it('a Service without any cannot be reached', () => {
    expect(() => byEndpoint(known({ ports }))(reference)).toThrow('no endpoints available for service "x"');
    expect(() => byEndpoint(known({ type: 'ExternalName' }))(reference)).toThrow('unsupported service type');
  });
});

it('the server finds itself by its own Service', () => {
  const elsewhere = { host: 'elsewhere', port: 1 };
  const resolve = withOwnService(
    () => elsewhere,
    () => ({ host: 'localhost', port: 6443 }),
  );
  expect(resolve({ namespace: 'default', name: 'kubernetes', port: 443 })).toEqual({ host: 'localhost', port: 6443 });
  expect(resolve(reference)).toBe(elsewhere);
});
