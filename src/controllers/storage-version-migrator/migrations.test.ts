import { expect, test } from 'vitest';
import type { CustomResourceDefinition } from '../../api/apiextensions/v1.js';
import type { StorageVersionMigration } from '../../api/storagemigration/v1beta1.js';
import { finishedStatus } from './definition-status.js';
import { migrationsOf, withCondition, withoutRunning } from './migrations.js';

const now = Date.UTC(2030, 0, 1);
const widgets = { group: 'example.com', resource: 'widgets' };

function migration(name: string, conditions: readonly string[] = [], resource = widgets): StorageVersionMigration {
  return {
    metadata: { name, creationTimestamp: '2030-01-01T00:00:00Z' },
    spec: { resource },
    status: { conditions: conditions.map((type) => ({ type, status: 'True' })) },
  } as unknown as StorageVersionMigration;
}

test.each<[string, StorageVersionMigration[], finished: string[], next: string | undefined]>([
  ['none', [], [], undefined],
  ['two that wait', [migration('b'), migration('a')], [], 'a'],
  ['one that runs and one that waits', [migration('a'), migration('b', ['Running'])], [], undefined],
  ['one that has ended and one that waits', [migration('a', ['Running', 'Failed']), migration('b')], ['a'], 'b'],
  ['one that is over', [migration('a', ['Succeeded'])], [], undefined],
  ['one of another resource', [migration('a', [], { group: '', resource: 'widgets' })], [], undefined],
])('of %s, at most one is next', (_name, all, finished, next) => {
  const found = migrationsOf(widgets, all);
  expect(found.finished.map(({ metadata }) => metadata.name)).toEqual(finished);
  expect(found.next?.metadata.name).toBe(next);
});

test('a condition is set once', () => {
  const about = { reason: 'R', message: 'm', now };
  const once = withCondition(migration('a'), 'Running', about);
  expect(withCondition(once, 'Running', about)).toBe(once);
  expect(withoutRunning(once, now).status.conditions).toMatchObject([
    { type: 'Running', status: 'False', reason: 'MigrationCompleted', message: 'Migration completed' },
  ]);
});

test.each<[generation: number, hasSucceeded: boolean, message: string, storedVersions: string[] | undefined]>([
  [1, true, 'The migration has succeeded and the stored versions have been updated', ['v2']],
  [
    2,
    true,
    'The migration has succeeded but the stored versions have not been updated due to a generation mismatch',
    undefined,
  ],
  [1, false, 'The migration has failed', ['v2']],
])(
  'a definition of generation %d after a migration of generation 1: %s',
  (generation, hasSucceeded, message, stored) => {
    const definition = {
      metadata: { name: 'a', generation },
      spec: { versions: [{ name: 'v1' }, { name: 'v2', storage: true }] },
      status: { conditions: [{ type: 'StorageMigrating', observedGeneration: 1 }] },
    } as unknown as CustomResourceDefinition;
    const { status } = finishedStatus(definition, { hasSucceeded, now }) as {
      status: { conditions: { message: string }[]; storedVersions?: string[] };
    };
    expect(status.conditions[0]?.message).toBe(message);
    expect(status.storedVersions).toEqual(stored);
  },
);
