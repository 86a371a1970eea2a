// Follows pkg/controller/volume/ephemeral/controller.go (v1.36)
import type { PersistentVolumeClaim, Pod, Volume } from '../../api/core/v1.js';
import { messageOf } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { persistentVolumeClaims, pods } from '../resources.js';
import { controllerReference, isControlledBy } from '../workload/controller-reference.js';

export const ephemeralVolumeController: Controller = objectController<Pod>({
  name: 'ephemeral-volume-controller',
  component: 'ephemeral_volume',
  resource: pods,
  concerns: needsClaims,
  // The volumes of a pod do not change.
  isRelevant: () => false,
  create: (frame) => new EphemeralVolumeReconciler(frame),
});

/** Creates the claims of ephemeral volumes. They are deleted with their pods, by the garbage collector. */
class EphemeralVolumeReconciler implements ObjectReconciler<Pod> {
  readonly #frame: ControllerFrame<Pod>;
  readonly #claims: Informer<PersistentVolumeClaim>;

  constructor(frame: ControllerFrame<Pod>) {
    this.#frame = frame;
    this.#claims = frame.informer<PersistentVolumeClaim>(persistentVolumeClaims);
  }

  watch(): void {
    this.#claims.addHandler({
      deleted: (claim) => {
        const pod = this.#frame.controllerOf(claim, 'Pod');
        if (pod && needsClaims(pod)) this.#frame.enqueueObject(pod);
      },
    });
  }

  async reconcile(pod: Pod, key: string): Promise<void> {
    if (pod.metadata.deletionTimestamp) return;
    for (const volume of pod.spec.volumes ?? []) {
      try {
        await this.#ensureClaim(pod, volume);
      } catch (error) {
        const message = `ephemeral volume ${volume.name}: ${messageOf(error)}`;
        this.#frame.recorder.event(pod, 'Warning', 'FailedBinding', message);
        throw new Error(`pod ${key}, ${message}`);
      }
    }
  }

  async #ensureClaim(pod: Pod, volume: Volume): Promise<void> {
    const claim = claimFor(pod, volume);
    if (!claim) return;
    const { name = '' } = claim.metadata;
    const { namespace = '' } = pod.metadata;
    const existing = this.#claims.lister.get(name, namespace);
    if (existing) {
      if (isControlledBy(existing, pod)) return;
      throw new Error(
        `PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata.name} (pod is not owner)`,
      );
    }
    const { client, signal } = this.#frame.context;
    try {
      await client
        .resource<PersistentVolumeClaim>(persistentVolumeClaims, namespace)
        .create(claim, { signal, ignoreResponse: true });
    } catch (error) {
      throw new Error(`create PVC ${name}: ${messageOf(error)}`);
    }
  }
}

function needsClaims({ metadata, spec }: Pod): boolean {
  return !metadata.deletionTimestamp && (spec.volumes ?? []).some(({ ephemeral }) => ephemeral !== undefined);
}

/** Undefined if the volume is not ephemeral. */
export function claimFor(pod: Pod, { name, ephemeral }: Volume): PersistentVolumeClaim | undefined {
  const template = ephemeral?.volumeClaimTemplate;
  if (!template) return undefined;
  const { annotations, labels } = template.metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: `${pod.metadata.name}-${name}`,
      ownerReferences: [controllerReference({ apiVersion: 'v1', kind: 'Pod', metadata: pod.metadata })],
      ...(annotations && { annotations }),
      ...(labels && { labels }),
    },
    spec: template.spec,
    status: {},
  };
}
