// Follows pkg/controller/volume/persistentvolume/pv_controller.go (v1.36)
// Follows pkg/controller/volume/persistentvolume/pv_controller_base.go (v1.36)
import type { ObjectReference, PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/core/v1.js';
import type { StorageClass } from '../../api/storage/v1.js';
import { namespacedName } from '../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { EventRecorder } from '../events/event-recorder.js';
import type { Involved } from '../events/reference.js';
import { firstObject, startAll } from '../first-object.js';
import { type Enqueue, type Reconciler, reconcilerController } from '../keyed-controller.js';
import { persistentVolumeClaims, persistentVolumes, storageClasses } from '../resources.js';
import { claimNames } from '../workload/claim-names.js';
import { podInformer } from '../workload/owned-pods.js';
import { isPodTerminal } from '../workload/pod-state.js';
import { type BinderEvent, bindCompleted, boundClaim, boundVolume, claimStatus, planClaim } from './claim-plan.js';
import { planProvisioning } from './provisioning.js';
import { classOfClaim, classOfVolume } from './volume-matching.js';
import { planReclaim, planVolume, unboundVolume, type VolumePhase } from './volume-plan.js';

/** A new volume may be for any claim that waits: several new volumes are examined together. */
const batchMilliseconds = 50;
/** The key for all claims that wait. Those of claims have a slash, those of volumes neither. */
const waitingKey = '*';
const [byClass, byClaim, isWaiting] = ['available-by-class', 'claim', 'waiting'];

export const persistentVolumeBinder: Controller = reconcilerController({
  name: 'persistentvolume-binder-controller',
  create: (context) => new Binder(context),
});

/** Binds claims to volumes, and deletes or keeps volumes whose claims are gone. */
class Binder implements Reconciler {
  readonly #context: ControllerContext;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #volumes: Informer<PersistentVolume>;
  readonly #classes: Informer<StorageClass>;
  readonly #pods: Informer<Pod>;
  readonly #recorder: EventRecorder;
  #enqueue: Enqueue = () => undefined;

  constructor(context: ControllerContext) {
    const { informers } = context;
    this.#context = context;
    this.#claims = informers.informer<PersistentVolumeClaim>(persistentVolumeClaims, {
      indexers: { [isWaiting]: (claim) => (isUnbound(claim) ? [''] : []) },
    });
    this.#volumes = informers.informer<PersistentVolume>(persistentVolumes, {
      indexers: {
        [byClass]: (volume) => (volume.spec.claimRef ? [] : [classOfVolume(volume)]),
        [byClaim]: ({ spec }) => (spec.claimRef ? [keyOfReference(spec.claimRef)] : []),
      },
    });
    this.#classes = informers.informer<StorageClass>(storageClasses);
    this.#pods = podInformer(informers);
    this.#recorder = new EventRecorder(context, { component: 'persistentvolume-controller' });
  }

  async watch(enqueue: Enqueue): Promise<void> {
    const { signal } = this.#context;
    this.#enqueue = enqueue;
    await Promise.race([firstObject(this.#claims, signal), firstObject(this.#volumes, signal)]);
    this.#pods.addIndexers({ [byClaim]: claimKeys });
    await startAll(this.#classes, this.#pods, this.#volumes, this.#claims);
    this.#claims.addHandler({
      added: (claim) => enqueue(keyOf(claim)),
      updated: (_old, claim) => enqueue(keyOf(claim)),
      deleted: ({ spec }) => {
        if (spec.volumeName) enqueue(spec.volumeName);
      },
    });
    this.#volumes.addHandler({
      added: (volume) => this.#volumeChanged(volume),
      updated: (_old, volume) => this.#volumeChanged(volume),
      deleted: ({ spec }) => {
        if (spec.claimRef) enqueue(keyOfReference(spec.claimRef));
      },
    });
    this.#classes.addHandler({ added: () => enqueue(waitingKey, batchMilliseconds) });
    this.#pods.addHandler({
      added: (pod) => {
        if (pod.spec.nodeName) return;
        for (const key of claimKeys(pod)) if (this.#isWaiting(key)) enqueue(key);
      },
    });
  }

  #volumeChanged({ metadata, spec, status }: PersistentVolume): void {
    this.#enqueue(metadata.name ?? '');
    if (status?.phase === 'Available' && !spec.claimRef) this.#enqueue(waitingKey, batchMilliseconds);
    if (spec.claimRef) {
      const key = keyOfReference(spec.claimRef);
      if (this.#isWaiting(key)) this.#enqueue(key);
    }
  }

  #isWaiting(key: string): boolean {
    const claim = this.#claims.lister.getByKey(key);
    return claim !== undefined && isUnbound(claim);
  }

  async reconcile(key: string): Promise<void> {
    if (key === waitingKey) {
      for (const claim of this.#claims.lister.byIndex(isWaiting, '')) this.#enqueue(keyOf(claim));
    } else if (key.includes('/')) {
      const claim = this.#claims.lister.getByKey(key);
      if (claim) await this.#reconcileClaim(claim, key);
    } else {
      const volume = this.#volumes.lister.get(key);
      if (volume) await this.#reconcileVolume(volume);
    }
  }

  async #reconcileClaim(claim: PersistentVolumeClaim, key: string): Promise<void> {
    const { lister } = this.#volumes;
    const name = classOfClaim(claim);
    const plan = planClaim({
      claim,
      volumeNamed: (volume) => lister.get(volume),
      volumes: () => [...lister.byIndex(byClaim, key), ...lister.byIndex(byClass, name)],
      classes: () => this.#classes.lister.list(),
      waitingPods: () =>
        this.#pods.lister
          .byIndex(byClaim, key)
          .filter((pod) => !pod.spec.nodeName && !isPodTerminal(pod))
          .map(({ metadata }) => metadata.name ?? ''),
    });
    switch (plan.action) {
      case 'bind':
        return this.#bind(plan.volume, claim);
      case 'assign-class':
        await this.#updateClaim({ ...claim, spec: { ...claim.spec, storageClassName: plan.storageClass } });
        return;
      case 'provision': {
        const provisioning = planProvisioning(claim, { name, storageClass: plan.storageClass });
        const current = provisioning.claim ? await this.#updateClaim(provisioning.claim) : claim;
        this.#event(current, provisioning.event);
        return;
      }
      case 'lose':
        if (claim.status?.phase === 'Lost') return;
        this.#event(await this.#setClaimStatus(claim, claimStatus(claim, 'Lost')), plan.event);
        return;
      case 'wait':
        if (plan.event) this.#event(claim, plan.event);
        if (plan.error !== undefined) throw new Error(plan.error);
        await this.#setClaimStatus(claim, claimStatus(claim, 'Pending'));
    }
  }

  /** In this order: a volume that refers to a claim is not bound to another one, whatever happens in between. */
  async #bind(volume: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
    const { client, signal } = this.#context;
    const referring = boundVolume(volume, claim);
    const volumes = client.resource<PersistentVolume>(persistentVolumes);
    const bound = await this.#setPhase(referring ? await volumes.update(referring, { signal }) : volume, 'Bound');
    const named = boundClaim(claim, bound);
    const current = named ? await this.#updateClaim(named) : claim;
    await this.#setClaimStatus(current, claimStatus(current, 'Bound', bound));
  }

  async #reconcileVolume(volume: PersistentVolume): Promise<void> {
    const claim = await this.#claimOf(volume);
    const plan = planVolume(volume, claim);
    switch (plan.action) {
      case 'set-phase':
        await this.#setPhase(volume, plan.phase);
        return;
      case 'bind-claim':
        if (claim) this.#enqueue(keyOf(claim));
        return;
      case 'mismatch':
        this.#event(volume, plan.ofVolume);
        if (claim) this.#event(claim, plan.ofClaim);
        return;
      case 'unbind': {
        const { client, signal } = this.#context;
        const volumes = client.resource<PersistentVolume>(persistentVolumes);
        await this.#setPhase(await volumes.update(unboundVolume(volume), { signal }), 'Available');
        return;
      }
      case 'reclaim':
        await this.#reclaim(volume);
    }
  }

  /** Reads the claim itself before a volume is released: the informer may not have delivered it. */
  async #claimOf({ spec, status }: PersistentVolume): Promise<PersistentVolumeClaim | undefined> {
    const { name = '', namespace = '', uid } = spec.claimRef ?? {};
    if (!uid) return undefined;
    const known = this.#claims.lister.get(name, namespace);
    if (known?.metadata.uid === uid) return known;
    if (!known && (status?.phase === 'Released' || status?.phase === 'Failed')) return undefined;
    const { client, signal } = this.#context;
    const claims = client.resource<PersistentVolumeClaim>(persistentVolumeClaims, namespace);
    const latest = await claims.get(name, { signal }).catch(ignoreNotFound);
    return latest?.metadata.uid === uid ? latest : undefined;
  }

  async #reclaim(volume: PersistentVolume): Promise<void> {
    const isReleased = volume.status?.phase === 'Released' || volume.status?.phase === 'Failed';
    const released = isReleased ? volume : await this.#setPhase(volume, 'Released');
    const plan = planReclaim(released);
    if (plan.action === 'fail' && released.status?.phase !== 'Failed') {
      const { reason, message } = plan;
      this.#event(await this.#setPhase(released, 'Failed', message), { type: 'Warning', reason, message });
    }
    if (plan.action !== 'delete' || released.metadata.deletionTimestamp) return;
    const { client, signal } = this.#context;
    await client
      .resource(persistentVolumes)
      .delete(volume.metadata.name ?? '', { signal, ignoreResponse: true })
      .catch(ignoreNotFound);
  }

  async #setPhase(volume: PersistentVolume, phase: VolumePhase, message = ''): Promise<PersistentVolume> {
    if (volume.status?.phase === phase) return volume;
    const { message: _message, ...status } = volume.status ?? {};
    const changed = { ...volume, status: { ...status, phase, ...(message && { message }) } };
    const { client, signal } = this.#context;
    return client.resource<PersistentVolume>(persistentVolumes).updateStatus(changed, { signal });
  }

  async #updateClaim(claim: PersistentVolumeClaim): Promise<PersistentVolumeClaim> {
    const { client, signal } = this.#context;
    const claims = client.resource<PersistentVolumeClaim>(persistentVolumeClaims, claim.metadata.namespace);
    return claims.update(claim, { signal });
  }

  async #setClaimStatus(
    claim: PersistentVolumeClaim,
    status: PersistentVolumeClaim['status'] | undefined,
  ): Promise<PersistentVolumeClaim> {
    if (!status) return claim;
    const { client, signal } = this.#context;
    const claims = client.resource<PersistentVolumeClaim>(persistentVolumeClaims, claim.metadata.namespace);
    return claims.updateStatus({ ...claim, status }, { signal });
  }

  #event(object: Involved, { type, reason, message }: BinderEvent): void {
    this.#recorder.event(object, type, reason, message);
  }
}

function isUnbound({ metadata }: PersistentVolumeClaim): boolean {
  return metadata.annotations?.[bindCompleted] === undefined;
}

function claimKeys(pod: Pod): string[] {
  return claimNames(pod).map((name) => namespacedName({ namespace: pod.metadata.namespace ?? '', name }));
}

function keyOfReference({ namespace = '', name = '' }: ObjectReference): string {
  return namespacedName({ namespace, name });
}
