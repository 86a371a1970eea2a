// Follows staging/src/k8s.io/apiserver/pkg/storageversion/manager.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storageversion/updater.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiserver.go (v1.36)

import type { StorageVersion } from '../../api/apiserverinternal/v1alpha1.js';
import { type Clock, every, sleep, systemClock } from '../../apimachinery/clock/index.js';
import { compositeKey, formatGroupResource, type GroupResource } from '../../apimachinery/meta/index.js';
import { ignoreNotFound, isAlreadyExists, isConflict, isNotFound } from '../../apimachinery/status/index.js';
import type { ResourceClient, RestClient } from '../../client/rest/index.js';
import { withRecords } from '../../client/storage-version/index.js';
import type { Resource } from '../../server/registry/index.js';
import { type ResourceVersions, versionsOf } from './resource-versions.js';

export interface StorageVersionUpdatesOptions {
  readonly client: RestClient;
  /** The name of the server's identity lease. */
  readonly serverId: string;
  /** The resources of the servers of the chain. Called when all are installed. */
  readonly resources: () => readonly Resource[];
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
}

interface UpdateState {
  isDone: boolean;
  problem: unknown;
}

const leases = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
const storageVersions = { group: 'internal.apiserver.k8s.io', version: 'v1alpha1', resource: 'storageversions' };
const pollMilliseconds = 100;
const retryMilliseconds = 1000;
const periodMilliseconds = 10 * 60_000;
const attempts = 3;

/**
 * Publishes the versions in which the server stores, decodes and serves its resources, as StorageVersions. Until that
 * is done for a resource, it should not be written: other servers could not tell in which versions its objects are.
 */
export class StorageVersionUpdates {
  readonly #options: StorageVersionUpdatesOptions;
  readonly #clock: Clock;
  readonly #objects: ResourceClient<StorageVersion>;
  readonly #states = new Map<string, UpdateState>();
  #known: readonly ResourceVersions[] | undefined;
  #isComplete = false;

  constructor(options: StorageVersionUpdatesOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#objects = options.client.resource<StorageVersion>(storageVersions);
  }

  /** Whether all resources have been published. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether a resource is still to be published. */
  isPending(resource: GroupResource): boolean {
    this.#versions();
    return this.#states.get(keyOf(resource))?.isDone === false;
  }

  /** Why the last attempt for a resource failed; undefined: it did not, or there was none. */
  lastProblem(resource: GroupResource): unknown {
    return this.#states.get(keyOf(resource))?.problem;
  }

  /** Waits for the identity lease, without which others would remove the records; resolves when all are published. */
  async run(signal: AbortSignal): Promise<void> {
    await this.#awaitLease(signal);
    let updating = this.#update(signal);
    const stop = every(this.#clock, periodMilliseconds, () => {
      updating = updating.then(() => this.#update(signal));
    });
    signal.addEventListener('abort', stop, { once: true });
    await updating;
    while (!this.#isComplete && !signal.aborted) await this.#pause(retryMilliseconds, signal);
  }

  async #awaitLease(signal: AbortSignal): Promise<void> {
    const { client, serverId } = this.#options;
    const own = client.resource(leases, 'kube-system');
    while (!signal.aborted) {
      try {
        await own.get(serverId, { signal });
        return;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      await this.#pause(pollMilliseconds, signal);
    }
  }

  async #update(signal: AbortSignal): Promise<void> {
    let hasFailed = false;
    for (const versions of this.#versions()) {
      const problem = await this.#updateOne(versions, signal);
      if (signal.aborted) return;
      for (const resource of versions.resources) this.#record(resource, problem);
      hasFailed ||= problem !== undefined;
    }
    this.#isComplete ||= !hasFailed;
  }

  #versions(): readonly ResourceVersions[] {
    if (this.#known) return this.#known;
    this.#known = versionsOf(this.#options.resources());
    for (const { resources } of this.#known) {
      for (const resource of resources) this.#states.set(keyOf(resource), { isDone: false, problem: undefined });
    }
    return this.#known;
  }

  #record(resource: GroupResource, problem: unknown): void {
    const state = this.#states.get(keyOf(resource))!;
    state.problem = problem;
    if (problem === undefined) state.isDone = true;
    else {
      const message = `failed to update storage version for ${formatGroupResource(resource)}`;
      this.#options.onError(new Error(message, { cause: problem }));
    }
  }

  /** Returns the error of the last attempt; undefined: it succeeded. */
  async #updateOne(versions: ResourceVersions, signal: AbortSignal): Promise<unknown> {
    let failures = 0;
    for (;;) {
      try {
        await this.#publish(versions, signal);
        return undefined;
      } catch (error) {
        const isOvertaken = isAlreadyExists(error) || isConflict(error);
        if (!isOvertaken) failures++;
        if (failures === attempts || signal.aborted) return error;
      }
      await this.#pause(retryMilliseconds, signal);
    }
  }

  async #publish({ resources, encoding, decodable, served }: ResourceVersions, signal: AbortSignal): Promise<void> {
    const [{ group, resource }] = resources as readonly [GroupResource];
    // Unambiguous: names of resources have no dots.
    const name = `${group || 'core'}.${resource}`;
    const { serverId } = this.#options;
    const found =
      (await this.#objects.get(name, { signal }).catch(ignoreNotFound)) ??
      (await this.#objects.create({ metadata: { name }, spec: {}, status: {} } as StorageVersion, { signal }));
    const record = {
      apiServerID: serverId,
      encodingVersion: encoding,
      decodableVersions: [...decodable],
      servedVersions: [...served],
    };
    const before = found.status.storageVersions ?? [];
    const isKnown = before.some(({ apiServerID }) => apiServerID === serverId);
    const records = isKnown ? before.map((one) => (one.apiServerID === serverId ? record : one)) : [...before, record];
    await this.#objects.updateStatus(withRecords(found, records, this.#clock.now()), { signal });
  }

  /** Returns early if the signal is aborted. */
  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(this.#clock, milliseconds, { signal, unref: true }).catch(() => undefined);
  }
}

function keyOf({ group, resource }: GroupResource): string {
  return compositeKey(group, resource);
}
