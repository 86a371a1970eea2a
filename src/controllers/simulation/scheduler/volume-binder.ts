// Follows pkg/scheduler/framework/plugins/volumebinding/binder.go (v1.36)
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/core/v1.js';
import type { StorageClass } from '../../../api/storage/v1.js';
import type { Informer } from '../../../client/informer/index.js';
import type { ControllerContext } from '../../controller.js';
import { startAll } from '../../first-object.js';
import { boundVolume } from '../../persistent-volume-binder/claim-plan.js';
import { selectedNodeAnnotation } from '../../persistent-volume-binder/volume-matching.js';
import { persistentVolumeClaims, persistentVolumes, storageClasses } from '../../resources.js';
import { claimNamesOf, isBound, planVolumes, type VolumeBindings, type VolumePlan } from './volumes.js';

const bindMilliseconds = 600_000;

/** The scheduler's part in binding claims that wait for their first consumer. */
export class VolumeBinder {
  readonly #context: ControllerContext;
  readonly #claims: Informer<PersistentVolumeClaim>;
  readonly #volumes: Informer<PersistentVolume>;
  readonly #classes: Informer<StorageClass>;
  readonly #onChange: () => void;
  /** Names of volumes that pods are about to get. */
  readonly #assumed = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #started: Promise<void> | undefined;

  /** Calls back when claims or volumes have changed. */
  constructor(context: ControllerContext, onChange: () => void) {
    const { informers } = context;
    this.#context = context;
    this.#claims = informers.informer<PersistentVolumeClaim>(persistentVolumeClaims);
    this.#volumes = informers.informer<PersistentVolume>(persistentVolumes);
    this.#classes = informers.informer<StorageClass>(storageClasses);
    this.#onChange = onChange;
  }

  /** Nothing is watched before a pod has a claim. */
  ready(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    await startAll(this.#claims, this.#volumes, this.#classes);
    const changed = (): void => {
      for (const check of [...this.#waiting]) check();
      this.#onChange();
    };
    for (const informer of [this.#claims, this.#volumes, this.#classes])
      informer.addHandler({ added: changed, updated: changed, deleted: changed });
  }

  /** See `planVolumes`. */
  plan(pod: Pod): VolumePlan | string | undefined {
    return planVolumes(pod, {
      claimNamed: (namespace, name) => this.#claims.lister.get(name, namespace),
      volumeNamed: (name) => this.#volumes.lister.get(name),
      classNamed: (name) => this.#classes.lister.get(name),
      volumes: () => this.#volumes.lister.list().filter(({ metadata }) => !this.#assumed.has(metadata.name ?? '')),
    });
  }

  /** Writes which volumes and which node were chosen. Resolves when all claims of the pod are bound. */
  async bind(pod: Pod, nodeName: string, { matched, provisioned }: VolumeBindings): Promise<void> {
    if (matched.length === 0 && provisioned.length === 0) return;
    const { client, signal } = this.#context;
    const names = matched.map(({ volume }) => volume.metadata.name ?? '');
    for (const name of names) this.#assumed.add(name);
    try {
      for (const { claim, volume } of matched) {
        const bound = boundVolume(volume, claim);
        if (bound) await client.resource<PersistentVolume>(persistentVolumes).update(bound, { signal });
      }
      for (const { metadata } of provisioned) {
        const body = { metadata: { annotations: { [selectedNodeAnnotation]: nodeName } } };
        const ofNamespace = client.resource<PersistentVolumeClaim>(persistentVolumeClaims, metadata.namespace);
        await ofNamespace.patch(metadata.name ?? '', { type: 'merge', body }, { signal, ignoreResponse: true });
      }
      await this.#allBound(pod);
    } finally {
      for (const name of names) this.#assumed.delete(name);
    }
  }

  #allBound(pod: Pod): Promise<void> {
    const { clock, signal } = this.#context;
    const isDone = (): boolean =>
      claimNamesOf(pod).every(({ name }) => {
        const claim = this.#claims.lister.get(name, pod.metadata.namespace);
        return claim !== undefined && isBound(claim);
      });
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#waiting.delete(check);
        cancel();
        signal.removeEventListener('abort', abort);
        settle();
      };
      const check = (): void => {
        if (isDone()) end(resolve);
      };
      const abort = (): void => end(() => reject(signal.reason));
      const late = (): void => end(() => reject(new Error('binding volumes: context deadline exceeded')));
      const cancel = clock.after(bindMilliseconds, late, { unref: true });
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(check);
      check();
    });
  }
}
