// Follows pkg/controlplane/controller/leaderelection/leaderelection_controller.go (v1.36)
// Follows pkg/controlplane/controller/leaderelection/leasecandidategc_controller.go (v1.36)

import type { Lease } from '../../api/coordination/v1.js';
import type { LeaseCandidate } from '../../api/coordination/v1beta1.js';
import { type Clock, sleep } from '../../apimachinery/clock/index.js';
import { formatMicroTime, jsonEqual, namespacedName } from '../../apimachinery/meta/index.js';
import { isAlreadyExists, isNotFound } from '../../apimachinery/status/index.js';
import { Informer } from '../../client/informer/index.js';
import type { ResourceClient, RestClient } from '../../client/rest/index.js';
import { type ReconcileResult, runController, WorkQueue } from '../../client/workqueue/index.js';
import {
  bestLeader,
  bestStrategy,
  isCandidateExpired,
  isLeaseExpired,
  oldestEmulationVersion,
  timeOf,
  validMilliseconds,
} from './elections.js';

const requeueMilliseconds = 5000;
const electionMilliseconds = 5000;
const leaseDurationSeconds = 5;

const soon: ReconcileResult = { requeueAfterMilliseconds: requeueMilliseconds };
const onChange: ReconcileResult = {};

export interface ElectionControllerOptions {
  readonly client: RestClient;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Elects the holders of leases that have LeaseCandidates. Each step follows from the lease and its candidates: nothing
 * is to be done, or candidates are requested to renew, or the best of those that did becomes the holder.
 */
export class ElectionController {
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #leases: ResourceClient<Lease>;
  readonly #candidates: ResourceClient<LeaseCandidate>;
  readonly #leaseInformer: Informer<Lease>;
  readonly #candidateInformer: Informer<LeaseCandidate>;
  readonly #queue = new WorkQueue<string>({ name: 'leader-election-controller' });

  constructor({ client, clock, onError }: ElectionControllerOptions) {
    const group = 'coordination.k8s.io';
    this.#clock = clock;
    this.#onError = onError;
    this.#leases = client.resource<Lease>({ group, version: 'v1', resource: 'leases' });
    this.#candidates = client.resource<LeaseCandidate>({ group, version: 'v1beta1', resource: 'leasecandidates' });
    this.#leaseInformer = new Informer({ source: this.#leases, clock, onError });
    this.#candidateInformer = new Informer({ source: this.#candidates, clock, onError });
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const informers = [this.#leaseInformer, this.#candidateInformer];
    for (const informer of informers) informer.start();
    try {
      await Promise.race([Promise.all(informers.map((informer) => informer.synced())), aborted(signal)]);
      if (signal.aborted) return;
      this.#follow();
      const collecting = this.#collectRepeatedly(signal);
      await runController({
        queue: this.#queue,
        signal,
        onError: this.#onError,
        reconcile: (key) => this.#reconcile(key),
      });
      await collecting;
    } finally {
      await Promise.all(informers.map((informer) => informer.close()));
    }
  }

  #follow(): void {
    const lease = ({ metadata: { namespace = '', name = '' } }: Lease): void =>
      this.#queue.add(namespacedName({ namespace, name }));
    this.#leaseInformer.addHandler({ added: lease, updated: (_old, object) => lease(object), deleted: lease });
    const candidate = ({ metadata: { namespace = '' }, spec }: LeaseCandidate): void => {
      // One that was requested to renew takes part in an election that is under way.
      if (spec.pingTime && timeOf(spec.renewTime) < timeOf(spec.pingTime)) return;
      this.#queue.add(namespacedName({ namespace, name: spec.leaseName }));
    };
    this.#candidateInformer.addHandler({
      added: candidate,
      updated: (_old, object) => candidate(object),
      deleted: candidate,
    });
  }

  async #reconcile(key: string): Promise<ReconcileResult> {
    const [namespace = '', name = ''] = key.split('/');
    const now = this.#clock.now();
    const candidates = this.#candidateInformer.lister
      .list({ namespace })
      .filter((candidate) => candidate.spec.leaseName === name && !isCandidateExpired(candidate, now));
    if (candidates.length === 0) return onChange;
    if (!this.#isElectionNeeded(this.#leaseInformer.lister.get(name, namespace), candidates, now)) return soon;
    if (await this.#requestRenewals(candidates, now)) return soon;
    const isWaiting = candidates.some(({ spec }) => isPending(spec, now));
    if (isWaiting) return onChange;
    const renewed = candidates.filter(({ spec }) => timeOf(spec.renewTime) + electionMilliseconds > now);
    if (renewed.length === 0) throw new Error('no available candidates');
    return this.#elect(renewed, { namespace, name });
  }

  #isElectionNeeded(lease: Lease | undefined, candidates: readonly LeaseCandidate[], now: number): boolean {
    if (!lease || isLeaseExpired(lease, now) || !lease.spec.holderIdentity) return true;
    // Candidates renew at elections only, and must do so before they are deleted.
    if (candidates.some(({ spec }) => spec.renewTime && timeOf(spec.renewTime) + validMilliseconds / 2 < now))
      return true;
    if (bestStrategy(candidates) !== oldestEmulationVersion) return false;
    const best = bestLeader(candidates);
    return best !== undefined && best.metadata.name !== lease.spec.holderIdentity;
  }

  /** Returns whether candidates have been requested to renew, now or shortly before. */
  async #requestRenewals(candidates: readonly LeaseCandidate[], now: number): Promise<boolean> {
    const requested = candidates.filter(({ spec }) => isPending(spec, now));
    const stale = candidates.filter(({ spec }) => {
      if (isPending(spec, now) || timeOf(spec.renewTime) + electionMilliseconds > now) return false;
      const ping = timeOf(spec.pingTime);
      // No further request to one that has not answered the last one.
      return !spec.pingTime || (ping + electionMilliseconds < now && timeOf(spec.renewTime) >= ping);
    });
    const pingTime = formatMicroTime(now);
    await Promise.all(
      stale.map((candidate) =>
        this.#candidates
          .inNamespace(candidate.metadata.namespace ?? '')
          .update({ ...candidate, spec: { ...candidate.spec, pingTime } }),
      ),
    );
    return requested.length > 0 || stale.length > 0;
  }

  async #elect(
    candidates: readonly LeaseCandidate[],
    { namespace, name }: { namespace: string; name: string },
  ): Promise<ReconcileResult> {
    const strategy = bestStrategy(candidates);
    // The holder by another strategy is left to other controllers.
    const holder = strategy === oldestEmulationVersion ? bestLeader(candidates)?.metadata.name : undefined;
    const leases = this.#leases.inNamespace(namespace);
    const renewTime = formatMicroTime(this.#clock.now());
    const spec = { strategy, leaseDurationSeconds, renewTime, ...(holder !== undefined && { holderIdentity: holder }) };
    try {
      const metadata = { namespace, name };
      await leases.create({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec } as Lease);
      return soon;
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    const existing = await leases.get(name);
    const changed = this.#changedLease(existing, strategy, holder);
    if (!jsonEqual(changed, existing)) await leases.update(changed);
    return soon;
  }

  #changedLease(existing: Lease, strategy: string, holder: string | undefined): Lease {
    const { holderIdentity = '' } = existing.spec;
    const spec = { ...existing.spec, strategy };
    if (holder === undefined || holder === holderIdentity) return { ...existing, spec };
    const now = this.#clock.now();
    if (holderIdentity !== '' && !isLeaseExpired(existing, now)) {
      return { ...existing, spec: { ...spec, preferredHolder: holder } };
    }
    const { preferredHolder: _preferred, acquireTime: _acquired, ...rest } = spec;
    const renewTime = formatMicroTime(now);
    return { ...existing, spec: { ...rest, holderIdentity: holder, renewTime, leaseDurationSeconds } };
  }

  async #collectRepeatedly(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#collect().catch(this.#onError);
      await sleep(this.#clock, validMilliseconds, { signal }).catch(() => undefined);
    }
  }

  /** Deletes expired candidates, unless they have renewed since they were cached. */
  async #collect(): Promise<void> {
    for (const cached of this.#candidateInformer.lister.list()) {
      if (!isCandidateExpired(cached, this.#clock.now())) continue;
      const { namespace = '', name = '' } = cached.metadata;
      const candidates = this.#candidates.inNamespace(namespace);
      try {
        if (isCandidateExpired(await candidates.get(name), this.#clock.now())) await candidates.delete(name);
      } catch (error) {
        if (!isNotFound(error)) this.#onError(error);
      }
    }
  }
}

/** Whether a candidate was requested to renew a moment ago, and has not done so. */
function isPending({ pingTime, renewTime }: LeaseCandidate['spec'], now: number): boolean {
  return (
    Boolean(pingTime && renewTime) &&
    timeOf(pingTime) + electionMilliseconds > now &&
    timeOf(renewTime) < timeOf(pingTime)
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
