// Follows pkg/controller/storageversionmigrator/migrationrunner.go (v1.36)
// Follows pkg/controller/storageversionmigrator/util.go (v1.36)
import type { Condition, GroupResource } from '../../api/meta/v1.js';
import type { StorageVersionMigration } from '../../api/storagemigration/v1beta1.js';
import { compareBytes, formatTime } from '../../apimachinery/meta/index.js';

type Migration = StorageVersionMigration;
type ConditionType = 'Running' | 'Succeeded' | 'Failed';

export function isTrue({ status }: Migration, type: ConditionType): boolean {
  return status.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}

export function isTerminal(migration: Migration): boolean {
  return isTrue(migration, 'Succeeded') || isTrue(migration, 'Failed');
}

/** Which migrations of a resource are over, and which one is next: one at a time, the oldest first. */
export function migrationsOf(
  { group, resource }: GroupResource,
  all: readonly Migration[],
): { readonly finished: readonly Migration[]; readonly next: Migration | undefined } {
  const own = all.filter(({ spec }) => spec.resource.group === group && spec.resource.resource === resource);
  const running = own.filter((migration) => isTrue(migration, 'Running'));
  const isBusy = running.some((migration) => !isTerminal(migration));
  const waiting = own.filter((migration) => !isTrue(migration, 'Running') && !isTerminal(migration));
  return { finished: running.filter(isTerminal), next: isBusy ? undefined : waiting.sort(byAge)[0] };
}

function byAge(one: Migration, other: Migration): number {
  const age = Date.parse(one.metadata.creationTimestamp ?? '') - Date.parse(other.metadata.creationTimestamp ?? '');
  return age || compareBytes(one.metadata.name ?? '', other.metadata.name ?? '');
}

/** Returns the migration with a condition that it does not have yet. */
export function withCondition(
  migration: Migration,
  type: ConditionType,
  { reason, message, now }: { readonly reason: string; readonly message: string; readonly now: number },
): Migration {
  const conditions = migration.status.conditions ?? [];
  if (conditions.some((condition) => condition.type === type)) return migration;
  const added: Condition = { type, status: 'True', lastTransitionTime: formatTime(now), reason, message };
  return { ...migration, status: { ...migration.status, conditions: [...conditions, added] } };
}

/** Returns a finished migration that is no longer running. */
export function withoutRunning(migration: Migration, now: number): Migration {
  const { generation } = migration.metadata;
  const ended = {
    type: 'Running',
    status: 'False',
    lastTransitionTime: formatTime(now),
    ...(generation !== undefined && { observedGeneration: generation }),
    reason: 'MigrationCompleted',
    message: 'Migration completed',
  } as Condition;
  const conditions = (migration.status.conditions ?? []).map((each) => (each.type === 'Running' ? ended : each));
  return { ...migration, status: { ...migration.status, conditions } };
}
