// Follows pkg/controller/deployment/rolling.go (v1.36)
// Follows pkg/controller/deployment/recreate.go (v1.36)
// Follows pkg/controller/deployment/rollback.go (v1.36)
// Follows pkg/controller/deployment/sync.go (v1.36)
import type { Deployment, DeploymentStatus, ReplicaSet } from '../../api/apps/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import { isPodTerminal } from '../workload/pod-state.js';
import {
  conditionOf,
  isComplete,
  newCondition,
  progressing,
  rolloutStatus,
  statusOf,
  untilDeadline,
  withCondition,
} from './deployment-status.js';
import type { DeploymentWriter } from './deployment-writer.js';
import {
  hasProgressDeadline,
  isActive,
  isScalingEvent,
  maxUnavailable,
  newSetReplicas,
  planScaling,
  replicasOf,
  sum,
  wantedReplicas,
} from './replica-counts.js';
import {
  byCreation,
  findNewSet,
  isSameTemplate,
  lastRevision,
  maxRevision,
  parseRevision,
  revisionOf,
  rollbackAnnotation,
  rolledBackAnnotations,
  withoutHash,
} from './revision.js';

type Result = ReconcileResult | undefined;

interface RolloutOptions {
  readonly writer: DeploymentWriter;
  readonly sets: readonly ReplicaSet[];
  readonly podsOf: (set: ReplicaSet) => readonly Pod[];
  readonly now: () => number;
}

interface CurrentSets {
  readonly newSet: ReplicaSet | undefined;
  readonly oldSets: readonly ReplicaSet[];
}

/** One reconciliation of a deployment. */
export class Rollout {
  readonly #options: RolloutOptions;
  readonly #writer: DeploymentWriter;
  #sets: readonly ReplicaSet[];

  constructor(options: RolloutOptions) {
    this.#options = options;
    this.#sets = options.sets;
    this.#writer = options.writer;
  }

  get #deployment(): Deployment {
    return this.#writer.deployment;
  }

  async run(): Promise<Result> {
    if (this.#deployment.metadata.deletionTimestamp) return this.#writeStatus(await this.#currentSets());
    await this.#checkPaused();
    const { metadata, spec } = this.#deployment;
    if (spec.paused) return this.#scale();
    const revision = parseRevision(metadata.annotations?.[rollbackAnnotation] ?? '');
    if (revision !== undefined) return this.#rollBack(revision);
    const { newSet, oldSets } = await this.#currentSets();
    if (isScalingEvent(this.#deployment, [...oldSets, newSet])) return this.#scale();
    return spec.strategy.type === 'Recreate' ? this.#recreate() : this.#rollingUpdate();
  }

  /** The set of the current template, if there is one, and the others. */
  async #currentSets(): Promise<CurrentSets> {
    const found = findNewSet(this.#deployment, this.#sets);
    const oldSets = this.#sets.filter((set) => set !== found);
    if (found === undefined) return { newSet: undefined, oldSets };
    const newSet = await this.#writer.adoptNewSet(found, maxRevision(oldSets) + 1n);
    this.#sets = [...oldSets, newSet];
    return { newSet, oldSets };
  }

  async #ensureNewSet(): Promise<{ newSet: ReplicaSet; oldSets: readonly ReplicaSet[] }> {
    const { newSet, oldSets } = await this.#currentSets();
    return { newSet: newSet ?? (await this.#writer.createNewSet(oldSets, maxRevision(oldSets) + 1n)), oldSets };
  }

  /** A pause ends the wait for progress; the deadline does not count meanwhile. */
  async #checkPaused(): Promise<void> {
    const { spec, status } = this.#deployment;
    if (!hasProgressDeadline(this.#deployment)) return;
    const reason = conditionOf(status, progressing)?.reason;
    const wasPaused = reason === 'DeploymentPaused';
    if (reason === 'ProgressDeadlineExceeded' || wasPaused === Boolean(spec.paused)) return;
    const about = spec.paused
      ? ({ reason: 'DeploymentPaused', message: 'Deployment is paused' } as const)
      : ({ reason: 'DeploymentResumed', message: 'Deployment is resumed' } as const);
    const condition = newCondition({ type: progressing, status: 'Unknown', ...about }, this.#options.now());
    await this.#writer.updateStatus({ ...status, conditions: withCondition(status.conditions, condition) });
  }

  async #scale(): Promise<Result> {
    const { newSet, oldSets } = await this.#currentSets();
    for (const { set, replicas, isForced } of planScaling(this.#deployment, newSet, oldSets)) {
      await this.#writer.scale(set, replicas, { isForced });
    }
    if (this.#deployment.spec.paused) await this.#writer.cleanUp(oldSets);
    return this.#writeStatus({ newSet, oldSets });
  }

  async #rollingUpdate(): Promise<Result> {
    const { newSet, oldSets } = await this.#ensureNewSet();
    const isScaled = (await this.#scaleUpNew(newSet, oldSets)) || (await this.#scaleDownOld(newSet, oldSets));
    if (!isScaled && isComplete(this.#deployment, this.#deployment.status)) await this.#writer.cleanUp(oldSets);
    return this.#writeRolloutStatus({ newSet, oldSets });
  }

  async #scaleUpNew(newSet: ReplicaSet, oldSets: readonly ReplicaSet[]): Promise<boolean> {
    const wanted = wantedReplicas(this.#deployment);
    const current = replicasOf(newSet);
    if (current === wanted) return false;
    const replicas =
      current > wanted ? wanted : newSetReplicas(this.#deployment, [...oldSets, newSet], replicasOf(newSet));
    return (await this.#writer.scale(newSet, replicas)).isScaled;
  }

  /** First pods that are not available anyway, then as many others as may be missing. */
  async #scaleDownOld(newSet: ReplicaSet, oldSets: readonly ReplicaSet[]): Promise<boolean> {
    const active = oldSets.filter(isActive).sort(byCreation);
    const total = sum(oldSets, replicasOf) + replicasOf(newSet);
    const minAvailable = wantedReplicas(this.#deployment) - maxUnavailable(this.#deployment);
    const unavailable = replicasOf(newSet) - availableOf(newSet);
    const most = total - minAvailable - unavailable;
    if (active.length === 0 || most <= 0) return false;
    const cleaned = await this.#scaleDown(active, most, (set) => replicasOf(set) - availableOf(set));
    const available = sum([...cleaned.sets, newSet], availableOf);
    const scaled = await this.#scaleDown(cleaned.sets, available - minAvailable, replicasOf);
    return cleaned.count + scaled.count > 0;
  }

  async #scaleDown(
    sets: readonly ReplicaSet[],
    most: number,
    countOf: (set: ReplicaSet) => number,
  ): Promise<{ count: number; sets: readonly ReplicaSet[] }> {
    let count = 0;
    const result: ReplicaSet[] = [];
    for (const set of sets) {
      const less = Math.min(most - count, countOf(set), replicasOf(set));
      if (less <= 0) {
        result.push(set);
        continue;
      }
      result.push((await this.#writer.scale(set, replicasOf(set) - less)).set);
      count += less;
    }
    return { count, sets: result };
  }

  async #recreate(): Promise<Result> {
    const { newSet, oldSets } = await this.#currentSets();
    let isScaledDown = false;
    for (const set of oldSets.filter(isActive)) {
      if ((await this.#writer.scale(set, 0)).isScaled) isScaledDown = true;
    }
    if (isScaledDown || this.#areOldPodsRunning(oldSets)) return this.#writeRolloutStatus({ newSet, oldSets });
    const current = newSet ?? (await this.#ensureNewSet()).newSet;
    await this.#writer.scale(current, wantedReplicas(this.#deployment));
    if (isComplete(this.#deployment, this.#deployment.status)) await this.#writer.cleanUp(oldSets);
    return this.#writeRolloutStatus({ newSet: current, oldSets });
  }

  #areOldPodsRunning(oldSets: readonly ReplicaSet[]): boolean {
    if (sum(oldSets, ({ status }) => status.replicas) > 0) return true;
    return oldSets.some((set) => this.#options.podsOf(set).some((pod) => !isPodTerminal(pod)));
  }

  async #rollBack(wanted: bigint): Promise<Result> {
    const { newSet, oldSets } = await this.#ensureNewSet();
    const sets = [...oldSets, newSet];
    const revision = wanted === 0n ? lastRevision(sets) : wanted;
    const found = revision === 0n ? undefined : sets.find((set) => revisionOf(set) === revision);
    const { metadata, spec } = this.#deployment;
    let changed = this.#deployment;
    if (!found) {
      const text = revision === 0n ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.';
      this.#writer.event('Warning', 'DeploymentRollbackRevisionNotFound', text);
    } else if (isSameTemplate(spec.template, found.spec.template)) {
      const text = `The rollback revision contains the same template as current deployment "${metadata.name}"`;
      this.#writer.event('Warning', 'DeploymentRollbackTemplateUnchanged', text);
    } else {
      const annotations = rolledBackAnnotations(metadata.annotations, found.metadata.annotations);
      const template = withoutHash(found.spec.template);
      changed = { ...changed, metadata: { ...metadata, annotations }, spec: { ...spec, template } };
    }
    const { [rollbackAnnotation]: _revision, ...annotations } = changed.metadata.annotations ?? {};
    await this.#writer.update({ ...changed, metadata: { ...changed.metadata, annotations } });
    if (changed.spec !== spec) {
      const text = `Rolled back deployment "${metadata.name}" to revision ${revision}`;
      this.#writer.event('Normal', 'DeploymentRollback', text);
    }
    return undefined;
  }

  async #writeStatus(sets: CurrentSets): Promise<Result> {
    await this.#write(statusOf(this.#deployment, { ...sets, now: this.#options.now() }));
    return undefined;
  }

  async #writeRolloutStatus(sets: CurrentSets): Promise<Result> {
    const now = this.#options.now();
    const status = rolloutStatus(this.#deployment, { ...sets, now });
    if (await this.#write(status)) return undefined;
    return { requeueAfterMilliseconds: untilDeadline(this.#deployment, status, now) };
  }

  /** Returns false if nothing changed. */
  async #write(status: DeploymentStatus): Promise<boolean> {
    if (jsonEqual(status, this.#deployment.status)) return false;
    await this.#writer.updateStatus(status);
    return true;
  }
}

function availableOf({ status }: ReplicaSet): number {
  return status.availableReplicas ?? 0;
}
