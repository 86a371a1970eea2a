// Follows pkg/controller/statefulset/stateful_set_control.go (v1.36)
// Follows pkg/controller/statefulset/stateful_pod_control.go (v1.36)
import type { StatefulSet } from '../../api/apps/v1.js';
import type { PersistentVolumeClaim, Pod } from '../../api/core/v1.js';
import { isAlreadyExists, isNotFound, messageOf } from '../../apimachinery/status/index.js';
import { scaledValue } from '../../apimachinery/validation/index.js';
import type { ControllerContext } from '../controller.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { persistentVolumeClaims, pods } from '../resources.js';
import { isPodTerminal } from '../workload/pod-state.js';
import {
  claimsOf,
  hasIdentity,
  hasStorage,
  isInRange,
  newPod,
  ordinalOf,
  revisionLabel,
  startOrdinal,
  wantedOwners,
  withIdentity,
  withStorage,
} from './identity.js';
import { isCreated, isRunningAndReady, isUnavailable, type Revisions } from './stateful-status.js';

interface StatefulPodsOptions {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  readonly revisions: Revisions;
  readonly context: ControllerContext;
  readonly recorder: EventRecorder;
  readonly claimOf: (name: string) => PersistentVolumeClaim | undefined;
  readonly now: number;
}

type Verb = 'Create' | 'Update' | 'Delete';

/** Of the pods that do not exist yet, those that one pass considers: a set may want two billion. */
const maxNewReplicas = 1000;

/** Creates, updates and deletes the pods of a set, during one reconciliation. */
export class StatefulPods {
  readonly #options: StatefulPodsOptions;
  /** By ordinal, from the first; pods that do not exist yet have no status. */
  readonly #replicas: Pod[];
  /** Pods above the wanted number, the last first. */
  readonly #condemned: Pod[];

  constructor(options: StatefulPodsOptions) {
    this.#options = options;
    const { set } = options;
    const existing = new Map(options.pods.map((pod) => [ordinalOf(pod, set) ?? -1, pod]));
    const start = startOrdinal(set);
    this.#replicas = Array.from(
      { length: Math.min(set.spec.replicas ?? 1, existing.size + maxNewReplicas) },
      (_, index) => existing.get(start + index) ?? this.#newPod(start + index),
    );
    this.#condemned = [...existing]
      .filter(([ordinal]) => !isInRange(ordinal, set))
      .sort(([a], [b]) => b - a)
      .map(([, pod]) => pod);
  }

  /** All pods, as they were written last. */
  get remaining(): readonly Pod[] {
    return [...this.#replicas, ...this.#condemned];
  }

  /** During an update, pods below the partition, or those that are still to be updated, have the old template. */
  #newPod(ordinal: number): Pod {
    const { set, revisions } = this.#options;
    const { type, rollingUpdate } = set.spec.updateStrategy;
    const start = startOrdinal(set);
    const isOld = rollingUpdate
      ? ordinal < start + (rollingUpdate.partition ?? 0)
      : type === 'RollingUpdate' && ordinal < start + (set.status.currentReplicas ?? 0);
    const revision = isOld ? revisions.current : revisions.update;
    return newPod(set, ordinal, revision);
  }

  async run(): Promise<void> {
    const { set } = this.#options;
    if (set.metadata.deletionTimestamp) return;
    const isOrdered = set.spec.podManagementPolicy !== 'Parallel';
    if (await this.#forAll(this.#replicas.keys(), (index) => this.#processReplica(index, isOrdered), isOrdered)) return;
    for (const pod of this.#condemned) await this.#updateClaims(pod);
    const firstUnavailable = this.#firstUnavailable();
    const condemn = (index: number): Promise<boolean> => this.#processCondemned(index, { isOrdered, firstUnavailable });
    if (await this.#forAll(this.#condemned.keys(), condemn, isOrdered)) return;
    if (set.spec.updateStrategy.type !== 'OnDelete') await this.#update();
  }

  /** In order, one waits for the one before. Returns whether to stop here. */
  async #forAll(
    indexes: Iterable<number>,
    process: (index: number) => Promise<boolean>,
    isOrdered: boolean,
  ): Promise<boolean> {
    if (!isOrdered) {
      await Promise.all([...indexes].map(process));
      return false;
    }
    for (const index of indexes) if (await process(index)) return true;
    return false;
  }

  #firstUnavailable(): Pod | undefined {
    const { set, now } = this.#options;
    return [...this.#replicas, ...[...this.#condemned].reverse()].find((pod) => isUnavailable(pod, set, now));
  }

  async #processReplica(index: number, isOrdered: boolean): Promise<boolean> {
    const { set, now } = this.#options;
    const pod = this.#replicas[index]!;
    if (isPodTerminal(pod)) {
      if (!pod.metadata.deletionTimestamp) await this.#delete(pod);
      return true;
    }
    if (!isCreated(pod)) {
      this.#replicas[index] = await this.#create(pod);
      return isOrdered;
    }
    if (pod.status.phase === 'Pending') {
      await this.#createClaims(pod);
      await this.#updateClaims(pod);
    }
    const isSettled = !pod.metadata.deletionTimestamp && isRunningAndReady(pod) && !isUnavailable(pod, set, now);
    if (isOrdered && !isSettled) return true;
    await this.#repair(index);
    return false;
  }

  async #processCondemned(
    index: number,
    { isOrdered, firstUnavailable }: { isOrdered: boolean; firstUnavailable: Pod | undefined },
  ): Promise<boolean> {
    const { set, now } = this.#options;
    const pod = this.#condemned[index]!;
    if (pod.metadata.deletionTimestamp) return isOrdered;
    const isSettled = isRunningAndReady(pod) && !isUnavailable(pod, set, now);
    if (isOrdered && !isSettled && pod !== firstUnavailable) return true;
    await this.#delete(pod);
    return true;
  }

  /** Deletes pods of old revisions, the last first, as long as enough are available. */
  async #update(): Promise<void> {
    const { set, revisions, now } = this.#options;
    const { partition = 0, maxUnavailable = 1 } = set.spec.updateStrategy.rollingUpdate ?? {};
    const total = set.spec.replicas ?? 1;
    const most = Math.max(1, scaledValue(maxUnavailable, { total, round: 'down' }));
    let room = most - this.#replicas.filter((pod) => isUnavailable(pod, set, now)).length;
    for (let index = this.#replicas.length - 1; index >= partition && room > 0; index--) {
      const pod = this.#replicas[index]!;
      const isUpdated = pod.metadata.labels?.[revisionLabel] === revisions.update.metadata.name;
      if (isUpdated || pod.metadata.deletionTimestamp) continue;
      await this.#delete(pod);
      room--;
    }
  }

  #record(verb: Verb, pod: Pod, error?: unknown): void {
    const { recorder, set } = this.#options;
    const text = `${verb} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
    if (error === undefined) recorder.event(set, 'Normal', `Successful${verb}`, `${text} successful`);
    else recorder.event(set, 'Warning', `Failed${verb}`, `${text} failed error: ${messageOf(error)}`);
  }

  async #create(pod: Pod): Promise<Pod> {
    const { client, signal } = this.#options.context;
    let created: Pod;
    try {
      await this.#createClaims(pod);
      created = await client.resource<Pod>(pods, pod.metadata.namespace).create(pod, { signal });
    } catch (error) {
      if (!isAlreadyExists(error)) this.#record('Create', pod, error);
      throw error;
    }
    await this.#updateClaims(created);
    this.#record('Create', pod);
    return created;
  }

  async #delete(pod: Pod): Promise<void> {
    const { client, signal } = this.#options.context;
    try {
      await client.resource<Pod>(pods, pod.metadata.namespace).delete(pod.metadata.name ?? '', { signal });
    } catch (error) {
      if (!isNotFound(error)) {
        this.#record('Delete', pod, error);
        throw error;
      }
    }
    this.#record('Delete', pod);
  }

  /**
   * A pod that another client has created or changed gets its name, labels and volumes. One whose claims were changed
   * is written, too.
   */
  async #repair(index: number): Promise<void> {
    const { set, context } = this.#options;
    const pod = this.#replicas[index]!;
    const ordinal = startOrdinal(set) + index;
    const hasChangedClaims = await this.#updateClaims(pod);
    if (!hasChangedClaims && hasIdentity(pod, set) && hasStorage(pod, set, ordinal)) return;
    const wanted = withStorage(withIdentity(pod, set, ordinal), set, ordinal);
    try {
      await this.#createClaims(wanted);
      const objects = context.client.resource<Pod>(pods, pod.metadata.namespace);
      this.#replicas[index] = await objects.update(wanted, { signal: context.signal });
      this.#record('Update', wanted);
    } catch (error) {
      this.#record('Update', wanted, error);
      throw error;
    }
  }

  async #createClaims(pod: Pod): Promise<void> {
    const { set, recorder, claimOf, context } = this.#options;
    const { client, signal } = context;
    for (const wanted of claimsOf(set, ordinalOf(pod, set) ?? 0)) {
      const { name = '', namespace } = wanted.metadata;
      const found = claimOf(name);
      if (found?.metadata.deletionTimestamp) throw new Error(`pvc ${name} is being deleted`);
      if (found) continue;
      const text = `Claim ${name}`;
      try {
        await client.resource<PersistentVolumeClaim>(persistentVolumeClaims, namespace).create(wanted, { signal });
        const message = `Create ${text} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} success`;
        recorder.event(set, 'Normal', 'SuccessfulCreate', message);
      } catch (error) {
        if (isAlreadyExists(error)) continue;
        const about = `for Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
        recorder.event(set, 'Warning', 'FailedCreate', `Create ${text} ${about} failed error: ${messageOf(error)}`);
        throw new Error(`failed to create PVC ${name}: ${messageOf(error)}`);
      }
    }
  }

  /** Claims that go with the pod, or the set, are owned by it. Returns whether one was changed. */
  async #updateClaims(pod: Pod): Promise<boolean> {
    const { set, claimOf, context } = this.#options;
    const { client, signal } = context;
    let hasChanged = false;
    for (const { metadata } of claimsOf(set, ordinalOf(pod, set) ?? 0)) {
      const { name = '', namespace } = metadata;
      const found = claimOf(name);
      const ownerReferences = found && wantedOwners(found, set, pod);
      if (!ownerReferences) continue;
      const changed = { ...found, metadata: { ...found.metadata, ownerReferences } };
      try {
        await client.resource<PersistentVolumeClaim>(persistentVolumeClaims, namespace).update(changed, { signal });
      } catch (error) {
        this.#record('Update', pod, `could not update claim ${name} for delete policy ownerRefs: ${messageOf(error)}`);
        throw error;
      }
      hasChanged = true;
    }
    return hasChanged;
  }
}
