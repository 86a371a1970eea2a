import { describe, expect, test } from 'vitest';
import type { EndpointSubset, Endpoints } from '../../api/core/v1.js';
import type { EndpointSlice } from '../../api/discovery/v1.js';
import { isMirrored, planMirror } from './mirrored-slices.js';

function endpoints(subsets: EndpointSubset[], metadata: Endpoints['metadata'] = {}): Endpoints {
  const own = { name: 'db', namespace: 'a', uid: '1', ...metadata };
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: own, subsets };
}

const port = { name: 'sql', port: 5432, protocol: 'TCP' };
const one = endpoints([{ addresses: [{ ip: '10.0.0.1' }], ports: [port] }]);

function asStored({ metadata, ...rest }: EndpointSlice, name: string): EndpointSlice {
  const { generateName: _generated, ...kept } = metadata;
  return { ...rest, metadata: { ...kept, name } };
}

function created(from: Endpoints): EndpointSlice[] {
  return planMirror(from, []).changes.create;
}

describe('Endpoints are mirrored', () => {
  test('to one slice, with labels and annotations', () => {
    const annotations = { note: 'x', 'endpoints.kubernetes.io/last-change-trigger-time': 'y' };
    const [slice, ...more] = created(endpoints(one.subsets ?? [], { labels: { app: 'db' }, annotations }));
    expect(more).toEqual([]);
    expect(slice).toMatchObject({
      metadata: {
        generateName: 'db-',
        annotations: { note: 'x' },
        labels: {
          app: 'db',
          'kubernetes.io/service-name': 'db',
          'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
        },
        ownerReferences: [{ kind: 'Endpoints', name: 'db', uid: '1' }],
      },
      addressType: 'IPv4',
      ports: [{ name: 'sql', port: 5432, protocol: 'TCP' }],
      endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
    });
    expect(slice?.metadata.annotations).toEqual({ note: 'x' });
  });

  test('to a slice for each family of addresses', () => {
    const both = endpoints([
      { addresses: [{ ip: '10.0.0.1' }], notReadyAddresses: [{ ip: 'fd00::1' }], ports: [port] },
    ]);
    expect(created(both).map((slice) => [slice.addressType, slice.endpoints?.[0]?.conditions?.ready])).toEqual([
      ['IPv4', true],
      ['IPv6', false],
    ]);
  });

  test('without addresses that are none, and at most a thousand of a subset', () => {
    const addresses = [
      { ip: '!' },
      ...Array.from({ length: 1001 }, (_, at) => ({ ip: `10.1.${at >> 8}.${at & 255}` })),
    ];
    const { changes, invalid, skipped } = planMirror(endpoints([{ addresses, ports: [port] }]), []);
    expect([changes.create[0]?.endpoints?.length, invalid, skipped]).toEqual([1000, 1, 2]);
  });
});

describe('slices of Endpoints', () => {
  const [slice] = created(one).map((each) => asStored(each, 'db-1')) as [EndpointSlice];
  const more = endpoints([{ addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }], ports: [port] }]);
  const moved = endpoints([{ addresses: [{ ip: '10.0.0.1' }], ports: [{ ...port, port: 1 }] }]);
  test.each<[string, Endpoints, EndpointSlice[], { create: number; update: string[]; delete: string[] }]>([
    ['stay if nothing changed', one, [slice], { create: 0, update: [], delete: [] }],
    ['are updated with other addresses', more, [slice], { create: 0, update: ['db-1'], delete: [] }],
    ['are reused for other ports', moved, [slice], { create: 0, update: ['db-1'], delete: [] }],
    ['go with the last address', endpoints([]), [slice], { create: 0, update: [], delete: ['db-1'] }],
    [
      'are one for each subset',
      one,
      [slice, { ...slice, metadata: { ...slice.metadata, name: 'db-2' } }],
      { create: 0, update: [], delete: ['db-2'] },
    ],
    [
      'are updated for a new object of the same name',
      endpoints(one.subsets ?? [], { uid: '2' }),
      [slice],
      { create: 0, update: ['db-1'], delete: [] },
    ],
  ])('%s', (_name, wanted, existing, expected) => {
    const { changes } = planMirror(wanted, existing);
    const names = (slices: EndpointSlice[]): (string | undefined)[] => slices.map(({ metadata }) => metadata.name);
    expect({ create: changes.create.length, update: names(changes.update), delete: names(changes.delete) }).toEqual(
      expected,
    );
  });
});

test.each([
  [{}, true],
  [{ labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }, false],
  [{ annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } }, false],
])('whether Endpoints with %j are mirrored: %j', (metadata, expected) => {
  expect(isMirrored(endpoints([], metadata))).toBe(expected);
});
