import { describe, expect, it } from 'vitest';
import { version } from './discovery.test.support.js';
import { DiscoveryRegistry } from './discovery-registry.js';
import type { EncodedDocument } from './encoded-document.js';
import { RegisteredGroups } from './registered-groups.js';

const json = { codec: { mediaType: 'application/json' }, pretty: false } as Parameters<EncodedDocument['in']>[0];

function read(document: EncodedDocument | undefined) {
  return document && JSON.parse(document.in(json).toString());
}

function names(document: EncodedDocument): string[] {
  return read(document).groups.map(({ name }: { name: string }) => name);
}

function priorities(groupPriority: number, versionPriority = 10) {
  return { groupPriority, versionPriority };
}

describe('groups that were registered', () => {
  it('are listed by priority, then by the name of their first version, and the first one comes first', () => {
    const groups = new RegisteredGroups({ first: 'own.example.com' });
    groups.set('own.example.com', 'v1', priorities(1));
    groups.set('low.example.com', 'v1', priorities(5));
    groups.set('b.example.com', 'v1', priorities(500));
    groups.set('a.example.com', 'v1beta1', priorities(500));
    groups.set('high.example.com', 'v1', priorities(9000));
    groups.set('', 'v1', priorities(18_000));
    expect(names(groups.list)).toEqual([
      'own.example.com',
      'high.example.com',
      'b.example.com',
      'a.example.com',
      'low.example.com',
    ]);
  });

  it('have the version with the highest priority first, among equals by the order of versions', () => {
    const groups = new RegisteredGroups({ first: '' });
    groups.set('a', 'v1', priorities(1, 10));
    groups.set('a', 'v2', priorities(1, 10));
    groups.set('a', 'v1alpha1', priorities(1, 20));
    expect(read(groups.document('a'))).toMatchObject({
      kind: 'APIGroup',
      versions: [{ version: 'v1alpha1' }, { version: 'v2' }, { version: 'v1' }],
      preferredVersion: { version: 'v1alpha1' },
    });
  });

  it('are gone with their last version, and the list is only made again after a change', () => {
    const groups = new RegisteredGroups({ first: '' });
    groups.set('a', 'v1', priorities(1));
    groups.set('a', 'v2', priorities(1));
    const list = groups.list;
    groups.set('a', 'v2', priorities(1));
    groups.delete('a', 'v9');
    expect(groups.list).toBe(list);
    groups.delete('a', 'v1');
    expect(read(groups.document('a')).versions).toHaveLength(1);
    groups.delete('a', 'v2');
    expect([names(groups.list), groups.document('a')]).toEqual([[], undefined]);
  });
});

describe('a registry in a chain of servers', () => {
  it('lists what is registered, and in the aggregated document what is served', () => {
    const registry = new DiscoveryRegistry();
    const groups = new RegisteredGroups({ first: '' });
    registry.listRegistered(groups);
    registry.setGroupVersion('served.example.com', version('v1'));
    groups.set('registered.example.com', 'v1', priorities(1));
    expect(names(registry.groupList)).toEqual(['registered.example.com']);
    expect(read(registry.group('served.example.com')).name).toBe('served.example.com');
    expect(read(registry.aggregated).items).toMatchObject([{ metadata: { name: 'served.example.com' } }]);
  });

  it('puts versions in the order of priorities that were set before they came', () => {
    const registry = new DiscoveryRegistry();
    registry.setPriorities('b', 'v1', priorities(17_000));
    for (const group of ['a', 'b']) registry.setGroupVersion(group, version('v1'));
    expect(names(registry.groupList)).toEqual(['b', 'a']);
    registry.setPriorities('a', 'v1', priorities(18_000));
    expect(names(registry.groupList)).toEqual(['a', 'b']);
  });

  it('shows what a server elsewhere serves before our own, which comes back when that is gone', () => {
    const registry = new DiscoveryRegistry();
    registry.setGroupVersion('a', version('v1'));
    const stale = { ...version('v1'), resources: [], freshness: 'Stale' as const };
    registry.setForeign('a', stale);
    registry.setGroupVersion('a', version('v1'));
    expect(read(registry.aggregated).items[0].versions).toEqual([{ version: 'v1', freshness: 'Stale' }]);
    registry.removeForeign('a', 'v1');
    expect(read(registry.aggregated).items[0].versions[0].freshness).toBe('Current');
    registry.setForeign('b', stale);
    registry.removeForeign('b', 'v1');
    expect(registry.has('b')).toBe(false);
  });
});
