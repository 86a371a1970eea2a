// Follows pkg/controller/deployment/progress.go (v1.36)
// Follows pkg/controller/deployment/sync.go (v1.36)
// Follows pkg/controller/deployment/util/deployment_util.go (v1.36)
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '../../api/apps/v1.js';
import { formatTime, parseTime } from '../../apimachinery/meta/index.js';
import { hasProgressDeadline, maxUnavailable, replicasOf, sum, wantedReplicas } from './replica-counts.js';

export const progressing = 'Progressing';
const replicaFailure = 'ReplicaFailure';

export type Reason =
  | 'ReplicaSetUpdated'
  | 'ReplicaSetCreateError'
  | 'NewReplicaSetCreated'
  | 'FoundNewReplicaSet'
  | 'NewReplicaSetAvailable'
  | 'ProgressDeadlineExceeded'
  | 'DeploymentPaused'
  | 'DeploymentResumed'
  | 'MinimumReplicasAvailable'
  | 'MinimumReplicasUnavailable';

type Conditions = readonly DeploymentCondition[];

export function conditionOf({ conditions = [] }: DeploymentStatus, type: string): DeploymentCondition | undefined {
  return conditions.find((condition) => condition.type === type);
}

export function newCondition(
  about: { type: string; status: 'True' | 'False' | 'Unknown'; reason: Reason; message: string },
  now: number,
): DeploymentCondition {
  const { type, status, reason, message } = about;
  const time = formatTime(now);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

/** A condition of the same status and reason stays as it is. */
export function withCondition(conditions: Conditions = [], changed: DeploymentCondition): DeploymentCondition[] {
  const current = conditions.find(({ type }) => type === changed.type);
  if (current?.status === changed.status && current.reason === changed.reason) return [...conditions];
  const { lastTransitionTime } = current?.status === changed.status ? current : changed;
  return [...without(conditions, changed.type), { ...changed, lastTransitionTime }];
}

function without(conditions: Conditions = [], type: string): DeploymentCondition[] {
  return conditions.filter((condition) => condition.type !== type);
}

interface Observed {
  readonly newSet: ReplicaSet | undefined;
  readonly oldSets: readonly ReplicaSet[];
  readonly now: number;
}

/** The status that the sets of a deployment amount to. Counts of zero are omitted, as the server does. */
export function statusOf(deployment: Deployment, { newSet, oldSets, now }: Observed): DeploymentStatus {
  const sets = [...oldSets, newSet];
  const available = sum(sets, ({ status }) => status.availableReplicas ?? 0);
  const terminating = terminatingReplicas(sets);
  const { collisionCount, conditions } = deployment.status;
  const isAvailable = available >= wantedReplicas(deployment) - maxUnavailable(deployment);
  const availability = newCondition(
    isAvailable
      ? {
          type: 'Available',
          status: 'True',
          reason: 'MinimumReplicasAvailable',
          message: 'Deployment has minimum availability.',
        }
      : {
          type: 'Available',
          status: 'False',
          reason: 'MinimumReplicasUnavailable',
          message: 'Deployment does not have minimum availability.',
        },
    now,
  );
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...nonZero({
      replicas: sum(sets, ({ status }) => status.replicas),
      updatedReplicas: newSet?.status.replicas ?? 0,
      readyReplicas: sum(sets, ({ status }) => status.readyReplicas ?? 0),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, sum(sets, replicasOf) - available),
    }),
    ...(terminating !== undefined && { terminatingReplicas: terminating }),
    conditions: withCondition(conditions, availability),
    ...(collisionCount !== undefined && { collisionCount }),
  };
}

function nonZero(counts: Record<string, number>): Partial<DeploymentStatus> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

/** Undefined if a set does not know its own. */
function terminatingReplicas(sets: readonly (ReplicaSet | undefined)[]): number | undefined {
  let total = 0;
  for (const set of sets) {
    if (!set) continue;
    const { terminatingReplicas: count, observedGeneration = 0 } = set.status;
    if (count === undefined && observedGeneration !== 0) return undefined;
    total += count ?? 0;
  }
  return total;
}

export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const wanted = wantedReplicas(deployment);
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

function isProgressing({ status: old }: Deployment, status: DeploymentStatus): boolean {
  const outdated = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas;
  return (
    (status.updatedReplicas ?? 0) > (old.updatedReplicas ?? 0) ||
    outdated(status) < outdated(old) ||
    (status.readyReplicas ?? 0) > (old.readyReplicas ?? 0) ||
    (status.availableReplicas ?? 0) > (old.availableReplicas ?? 0)
  );
}

function hasTimedOut(deployment: Deployment, status: DeploymentStatus, now: number): boolean {
  const condition = conditionOf(status, progressing);
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  return deadlineOf(deployment, condition) < now;
}

function deadlineOf({ spec }: Deployment, { lastUpdateTime }: DeploymentCondition): number {
  return (parseTime(lastUpdateTime ?? '') ?? 0) + (spec.progressDeadlineSeconds ?? 0) * 1000;
}

/** The status during a rollout: whether it progresses, has completed or failed, and whether pods cannot be created. */
export function rolloutStatus(deployment: Deployment, observed: Observed): DeploymentStatus {
  const status = statusOf(deployment, observed);
  const conditions = progressConditions(deployment, status, observed);
  const failure = replicaFailureOf(observed);
  return {
    ...status,
    conditions: failure ? withCondition(conditions, failure) : without(conditions, replicaFailure),
  };
}

function progressConditions(deployment: Deployment, status: DeploymentStatus, observed: Observed): Conditions {
  const { conditions = [] } = status;
  if (!hasProgressDeadline(deployment)) return without(conditions, progressing);
  const current = conditionOf(deployment.status, progressing);
  const isDone =
    (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === 'NewReplicaSetAvailable';
  if (isDone) return conditions;
  const { newSet, now } = observed;
  const subject = newSet
    ? `ReplicaSet "${newSet.metadata.name}"`
    : `Deployment ${JSON.stringify(deployment.metadata.name)}`;
  const condition = (about: Pick<Parameters<typeof newCondition>[0], 'status' | 'reason'>, text: string) =>
    newCondition({ type: progressing, ...about, message: `${subject} ${text}` }, now);
  if (isComplete(deployment, status)) {
    const complete = condition({ status: 'True', reason: 'NewReplicaSetAvailable' }, 'has successfully progressed.');
    return withCondition(conditions, complete);
  }
  if (isProgressing(deployment, status)) {
    const updated = condition({ status: 'True', reason: 'ReplicaSetUpdated' }, 'is progressing.');
    const { lastTransitionTime } = current?.status === 'True' ? current : updated;
    return [...without(conditions, progressing), { ...updated, lastTransitionTime }];
  }
  if (hasTimedOut(deployment, status, now)) {
    const late = condition({ status: 'False', reason: 'ProgressDeadlineExceeded' }, 'has timed out progressing.');
    return withCondition(conditions, late);
  }
  return conditions;
}

function replicaFailureOf({ newSet, oldSets }: Observed): DeploymentCondition | undefined {
  for (const set of [newSet, ...oldSets]) {
    const failure = set?.status.conditions?.find(({ type }) => type === replicaFailure);
    if (failure) return { ...failure, lastUpdateTime: failure.lastTransitionTime };
  }
  return undefined;
}

/** How long to wait before the deployment is checked for its deadline, in milliseconds. Undefined: not at all. */
export function untilDeadline(deployment: Deployment, status: DeploymentStatus, now: number): number | undefined {
  const condition = conditionOf(deployment.status, progressing);
  if (!hasProgressDeadline(deployment) || condition === undefined) return undefined;
  if (isComplete(deployment, status) || condition.reason === 'ProgressDeadlineExceeded') return undefined;
  return Math.max(0, deadlineOf(deployment, condition) - now) + 1000;
}
