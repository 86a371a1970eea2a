// Follows pkg/controller/deployment/util/deployment_util.go (v1.36)
// Follows pkg/controller/deployment/sync.go (v1.36)
import type { Deployment, ReplicaSet } from '../../api/apps/v1.js';
import { scaledValue } from '../../apimachinery/validation/index.js';
import { byCreation, desiredReplicasOf, maxReplicasOf, type ReplicaCounts } from './revision.js';

const unlimited = 2 ** 31 - 1;

export function wantedReplicas({ spec }: Deployment): number {
  return spec.replicas ?? 1;
}

export function replicasOf({ spec }: ReplicaSet): number {
  return spec.replicas ?? 1;
}

export function sum(sets: readonly (ReplicaSet | undefined)[], count: (set: ReplicaSet) => number): number {
  return sets.reduce((total, set) => total + (set ? count(set) : 0), 0);
}

export function isActive(set: ReplicaSet | undefined): set is ReplicaSet {
  return set !== undefined && replicasOf(set) > 0;
}

function isRollingUpdate({ spec }: Deployment): boolean {
  return spec.strategy.type === 'RollingUpdate';
}

export function hasProgressDeadline({ spec }: Deployment): boolean {
  return spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== unlimited;
}

export function revisionLimit({ spec }: Deployment): number | undefined {
  return spec.revisionHistoryLimit === unlimited ? undefined : spec.revisionHistoryLimit;
}

/** How many pods may be there besides the wanted ones, and how many of these may be missing; not both are zero. */
function fenceposts(deployment: Deployment): { surge: number; unavailable: number } {
  const total = wantedReplicas(deployment);
  const { maxSurge = 0, maxUnavailable = 0 } = deployment.spec.strategy.rollingUpdate ?? {};
  const surge = scaledValue(maxSurge, { total, round: 'up' });
  const unavailable = scaledValue(maxUnavailable, { total, round: 'down' });
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

function maxSurge(deployment: Deployment): number {
  return isRollingUpdate(deployment) ? fenceposts(deployment).surge : 0;
}

export function maxUnavailable(deployment: Deployment): number {
  const wanted = wantedReplicas(deployment);
  if (!isRollingUpdate(deployment) || wanted === 0) return 0;
  return Math.min(wanted, fenceposts(deployment).unavailable);
}

export function countsFor(deployment: Deployment): ReplicaCounts {
  const desired = wantedReplicas(deployment);
  return { desired, max: desired + maxSurge(deployment) };
}

/** How many replicas the newest set may have beside the others. */
export function newSetReplicas(deployment: Deployment, sets: readonly ReplicaSet[], current: number): number {
  const wanted = wantedReplicas(deployment);
  if (!isRollingUpdate(deployment)) return wanted;
  const surge = scaledValue(deployment.spec.strategy.rollingUpdate?.maxSurge ?? 0, { total: wanted, round: 'up' });
  const total = sum(sets, replicasOf);
  if (total >= wanted + surge) return current;
  return current + Math.min(wanted + surge - total, wanted - current);
}

/** Whether the deployment was scaled since its sets were. */
export function isScalingEvent(deployment: Deployment, sets: readonly (ReplicaSet | undefined)[]): boolean {
  return sets.filter(isActive).some((set) => {
    const desired = desiredReplicasOf(set);
    return desired !== undefined && desired !== wantedReplicas(deployment);
  });
}

/** Whether the set is all that the deployment needs. */
function isSaturated(deployment: Deployment, set: ReplicaSet | undefined): boolean {
  const wanted = wantedReplicas(deployment);
  return (
    set !== undefined &&
    replicasOf(set) === wanted &&
    desiredReplicasOf(set) === wanted &&
    (set.status.availableReplicas ?? 0) === wanted
  );
}

export interface Scaling {
  readonly set: ReplicaSet;
  readonly replicas: number;
  /** Whether to write the annotations even if the number of replicas is right. */
  readonly isForced: boolean;
}

/** How the sets of a deployment share its replicas while it is scaled, or paused. */
export function planScaling(
  deployment: Deployment,
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
): readonly Scaling[] {
  const only = activeOrLatest(newSet, oldSets);
  if (only) {
    const replicas = wantedReplicas(deployment);
    return replicasOf(only) === replicas ? [] : [{ set: only, replicas, isForced: false }];
  }
  if (isSaturated(deployment, newSet))
    return oldSets.filter(isActive).map((set) => ({ set, replicas: 0, isForced: false }));
  return isRollingUpdate(deployment) ? proportionalScaling(deployment, [...oldSets, newSet].filter(isActive)) : [];
}

function activeOrLatest(newSet: ReplicaSet | undefined, oldSets: readonly ReplicaSet[]): ReplicaSet | undefined {
  const active = [...oldSets, newSet].filter(isActive);
  if (active.length > 1) return undefined;
  return active[0] ?? newSet ?? [...oldSets].sort((a, b) => byCreation(b, a))[0];
}

/** Each set grows or shrinks in proportion to its size; what is left over goes to the largest. */
function proportionalScaling(deployment: Deployment, active: readonly ReplicaSet[]): readonly Scaling[] {
  const wanted = wantedReplicas(deployment);
  const allowed = wanted > 0 ? wanted + maxSurge(deployment) : 0;
  const toAdd = allowed - sum(active, replicasOf);
  const isGrowing = toAdd > 0;
  const sets = [...active];
  if (toAdd !== 0) {
    sets.sort((a, b) => replicasOf(b) - replicasOf(a) || (isGrowing ? byCreation(b, a) : byCreation(a, b)));
  }
  let added = 0;
  const sizes = sets.map((set) => {
    if (toAdd === 0) return replicasOf(set);
    const share = proportionOf(set, deployment, toAdd - added);
    added += share;
    return replicasOf(set) + share;
  });
  if (toAdd !== 0 && sizes[0] !== undefined) sizes[0] = Math.max(0, sizes[0] + toAdd - added);
  return sets.map((set, index) => ({ set, replicas: sizes[index] ?? 0, isForced: true }));
}

function proportionOf(set: ReplicaSet, deployment: Deployment, allowed: number): number {
  if (allowed === 0) return 0;
  const fraction = fractionOf(set, deployment);
  return allowed > 0 ? Math.min(fraction, allowed) : Math.max(fraction, allowed);
}

function fractionOf(set: ReplicaSet, deployment: Deployment): number {
  const wanted = wantedReplicas(deployment);
  const size = replicasOf(set);
  if (wanted === 0) return -size;
  const before = maxReplicasOf(set) || (deployment.status.replicas ?? 0);
  if (before === 0) return 0;
  return roundHalfAway((size * (wanted + maxSurge(deployment))) / before) - size;
}

function roundHalfAway(value: number): number {
  return value < 0 ? Math.trunc(value - 0.5) : Math.trunc(value + 0.5);
}
