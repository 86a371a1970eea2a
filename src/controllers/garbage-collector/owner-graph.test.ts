import { beforeEach, describe, expect, test } from 'vitest';
import type { ObjectMeta, OwnerReference } from '../../api/meta/v1.js';
import type { GraphNode, Identity } from './graph-node.js';
import { OwnerGraph } from './owner-graph.js';

const deletionTimestamp = '2030-01-01T00:00:00Z';
let calls: string[];
let graph: OwnerGraph;

beforeEach(begin);

function begin(): void {
  calls = [];
  const name = ({ identity }: GraphNode): string => identity.name;
  graph = new OwnerGraph({
    attemptToDelete: (node) => calls.push(`delete ${name(node)}`),
    attemptToOrphan: (node) => calls.push(`orphan ${name(node)}`),
    ownerIsAbsent: (owner) => calls.push(`absent ${owner.name}`),
    namespaceIsInvalid: (dependent, owner) => calls.push(`invalid ${name(dependent)} -> ${owner.name}`),
  });
}

function identity(name: string, more: Partial<Identity> = {}): Identity {
  return { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name, uid: `uid-${name}`, ...more };
}

function reference(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  const { namespace: _namespace, ...owner } = identity(name);
  return { ...owner, ...more };
}

function put(name: string, metadata: ObjectMeta = {}, more: Partial<Identity> = {}): void {
  graph.put(identity(name, more), metadata);
}

function taken(): string[] {
  return calls.splice(0).sort();
}

describe('objects without owners and dependents', () => {
  test('are not in the graph', () => {
    put('alone');
    expect([graph.size, taken()]).toEqual([0, []]);
  });

  test('leave it when they lose the last one', () => {
    put('child', { ownerReferences: [reference('owner')] });
    put('owner');
    expect(graph.size).toBe(2);
    put('child', { ownerReferences: [] });
    expect(graph.size).toBe(0);
  });
});

describe('an owner', () => {
  test('that was never seen is verified', () => {
    put('child', { ownerReferences: [reference('owner')] });
    expect(taken()).toEqual(['delete owner']);
    expect(graph.get('uid-owner')?.isObserved).toBe(false);
  });

  test('that is confirmed does not own objects in other namespaces', () => {
    put('child', { ownerReferences: [reference('owner')] });
    put('stray', { ownerReferences: [reference('owner')] }, { namespace: 'other' });
    taken();
    graph.confirm(graph.get('uid-owner')!);
    expect(taken()).toEqual(['delete stray', 'invalid stray -> owner']);
    graph.confirm(graph.get('uid-owner')!);
    expect(taken()).toEqual([]);
  });

  test('that is deleted is followed by its dependents', () => {
    put('child', { ownerReferences: [reference('owner')] });
    put('owner');
    taken();
    graph.remove(identity('owner'));
    expect(taken()).toEqual(['absent owner', 'delete child']);
  });

  test('that does not exist is followed by its dependents', () => {
    put('child', { ownerReferences: [reference('owner')] });
    taken();
    graph.removeAbsent(identity('owner'));
    expect(taken()).toEqual(['absent owner', 'delete child']);
  });

  test('that waits for its dependents is tried again when one of them goes', () => {
    put('owner', { deletionTimestamp, finalizers: ['foregroundDeletion'] });
    put('child', { ownerReferences: [reference('owner', { blockOwnerDeletion: true })] });
    taken();
    graph.remove(identity('child'));
    expect(taken()).toEqual(['delete owner']);
  });

  test('that waits is tried again when a dependent no longer blocks it', () => {
    put('owner', { deletionTimestamp, finalizers: ['foregroundDeletion'] });
    put('child', { ownerReferences: [reference('owner', { blockOwnerDeletion: true })] });
    taken();
    put('child', { ownerReferences: [reference('owner', { blockOwnerDeletion: false })] });
    expect(taken()).toEqual(['delete owner']);
  });

  test('that is deleted in the foreground is tried with its dependents', () => {
    put('child', { ownerReferences: [reference('owner')] });
    taken();
    put('owner', { deletionTimestamp, finalizers: ['foregroundDeletion'] });
    expect(taken()).toEqual(['delete child', 'delete owner']);
    expect(graph.get('uid-owner')?.isDeletingDependents).toBe(true);
  });

  test('that orphans its dependents stays until it is gone, even if they come later', () => {
    put('owner', { deletionTimestamp, finalizers: ['orphan'] });
    expect(taken()).toEqual(['orphan owner']);
    put('child', { ownerReferences: [reference('owner')] });
    expect(taken()).toEqual([]);
    expect([...graph.get('uid-owner')!.dependents].map(({ identity: { name } }) => name)).toEqual(['child']);
  });
});

describe('a reference that is wrong', () => {
  test('in its namespace is reported, and the dependent verified', () => {
    put('first', { ownerReferences: [reference('owner')] });
    put('owner');
    taken();
    put('elsewhere', { ownerReferences: [reference('owner')] }, { namespace: 'other' });
    expect(taken()).toEqual(['delete elsewhere', 'invalid elsewhere -> owner']);
  });

  test('in its name is verified once the owner is known', () => {
    put('child', { ownerReferences: [reference('wrong', { uid: 'uid-owner' })] });
    taken();
    put('owner');
    expect(taken()).toEqual(['delete child']);
  });

  test('does not remove an owner that exists', () => {
    put('first', { ownerReferences: [reference('owner')] });
    put('owner');
    put('child', { ownerReferences: [reference('wrong', { uid: 'uid-owner' })] });
    taken();
    graph.removeAbsent(identity('wrong', { uid: 'uid-owner' }));
    expect(taken()).toEqual(['absent wrong', 'delete child']);
    expect(graph.get('uid-owner')?.identity.name).toBe('owner');
  });

  test('lets the other names of the owner be tried', () => {
    put('child', { ownerReferences: [reference('first', { uid: 'uid-owner' })] });
    put('other', { ownerReferences: [reference('second', { uid: 'uid-owner' })] });
    taken();
    graph.removeAbsent(identity('first', { uid: 'uid-owner' }));
    expect(taken()).toEqual(['absent first', 'delete child', 'delete second']);
    expect(graph.get('uid-owner')?.identity.name).toBe('second');
  });
});

test('after any history, the graph has the objects with owners or dependents, and no others', () => {
  for (let seed = 1; seed <= 50; seed++) checkRandomHistory(seed);
});

/** Objects come, change owners and go; one that comes back has another uid. */
function checkRandomHistory(seed: number): void {
  begin();
  const random = generator(seed);
  const objects = new Map<string, { uid: string; owners: OwnerReference[] }>();
  for (let step = 0; step < 200; step++) {
    const name = `object-${random(12)}`;
    const known = objects.get(name);
    if (random(3) === 0) {
      objects.delete(name);
      if (known) graph.remove({ uid: known.uid });
      continue;
    }
    const uid = known?.uid ?? `uid-${step}`;
    const names = new Set(Array.from({ length: random(3) }, () => `object-${random(12)}`));
    const owners = [...names].flatMap((owner) => {
      const of = objects.get(owner);
      return of ? [reference(owner, { uid: of.uid })] : [];
    });
    objects.set(name, { uid, owners });
    put(name, { ownerReferences: owners }, { uid });
  }
  for (const { uid, owners } of objects.values()) {
    const dependents = [...objects.values()].filter((other) => other.owners.some((owner) => owner.uid === uid));
    const node = graph.get(uid);
    expect(node !== undefined).toBe(owners.length > 0 || dependents.length > 0);
    expect(node?.owners ?? []).toEqual(owners);
    expect([...(node?.dependents ?? [])].map(({ identity: { uid: dependent } }) => dependent).sort()).toEqual(
      dependents.map((dependent) => dependent.uid).sort(),
    );
  }
}

function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}
