// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go (v1.36)

import { formatTime } from '../../apimachinery/meta/index.js';
import type {
  CustomResourceDefinition,
  DefinitionCondition,
  DefinitionConditionType,
  DefinitionStatus,
} from './custom-resource-definition.js';

export function findCondition(
  { status }: Pick<CustomResourceDefinition, 'status'>,
  type: DefinitionConditionType,
): DefinitionCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

export function isConditionTrue(
  definition: Pick<CustomResourceDefinition, 'status'>,
  type: DefinitionConditionType,
): boolean {
  return findCondition(definition, type)?.status === 'True';
}

/** Whether its API is served. */
export function isEstablished(definition: Pick<CustomResourceDefinition, 'status'>): boolean {
  return isConditionTrue(definition, 'Established');
}

export function isTerminating(definition: Pick<CustomResourceDefinition, 'status'>): boolean {
  return isConditionTrue(definition, 'Terminating');
}

export type ConditionChange = Omit<DefinitionCondition, 'lastTransitionTime'>;

/**
 * Returns the status with the condition added or replaced; its transition time changes only with its status. Returns
 * the same status if nothing changes.
 */
export function setCondition(status: DefinitionStatus, change: ConditionChange, now: number): DefinitionStatus {
  const conditions = status.conditions ?? [];
  const index = conditions.findIndex(({ type }) => type === change.type);
  const current = conditions[index];
  const lastTransitionTime =
    current?.status === change.status && current.lastTransitionTime ? current.lastTransitionTime : formatTime(now);
  const next: DefinitionCondition = { ...change, lastTransitionTime };
  if (current === undefined) return { ...status, conditions: [...conditions, next] };
  return isSame(current, next) ? status : { ...status, conditions: conditions.with(index, next) };
}

/** Returns the status without the condition; the same status if it has none of this type. */
export function removeCondition(status: DefinitionStatus, type: DefinitionConditionType): DefinitionStatus {
  const conditions = status.conditions ?? [];
  const others = conditions.filter((condition) => condition.type !== type);
  return others.length === conditions.length ? status : { ...status, conditions: others };
}

function isSame(a: DefinitionCondition, b: DefinitionCondition): boolean {
  return (
    a.status === b.status &&
    (a.reason ?? '') === (b.reason ?? '') &&
    (a.message ?? '') === (b.message ?? '') &&
    (a.observedGeneration ?? 0) === (b.observedGeneration ?? 0) &&
    a.lastTransitionTime === b.lastTransitionTime
  );
}
