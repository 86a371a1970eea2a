// Follows pkg/controller/volume/pvcprotection/pvc_protection_controller.go (v1.36)
// Follows pkg/controller/volume/pvprotection/pv_protection_controller.go (v1.36)

import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/core/v1.js';
import type { PodGroup } from '../../api/scheduling/v1alpha2.js';
import type { VolumeAttributesClass } from '../../api/storage/v1.js';
import type { GroupVersionResource } from '../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import { keyOf } from '../../client/informer/index.js';
import type { Controller, ControllerContext } from '../controller.js';
import { firstObject, startAll } from '../first-object.js';
import { isServed } from '../is-served.js';
import { keyedController } from '../keyed-controller.js';
import { persistentVolumeClaims, persistentVolumes, podGroups, pods, volumeAttributesClasses } from '../resources.js';
import { claimNames } from '../workload/claim-names.js';
import { classesOfClaim, classesOfVolume } from './attributes-classes.js';
import { isShutDown, usesClaim } from './claim-users.js';

type Protected = PersistentVolume | PersistentVolumeClaim | VolumeAttributesClass | PodGroup;

interface Protection<Item extends Protected> {
  readonly name: string;
  readonly resource: GroupVersionResource;
  readonly finalizer: string;
  /** Whether the resource needs a feature gate, with which an admission plug-in adds the finalizer. */
  readonly isGated?: boolean;
  /** Called once, to enqueue objects when what uses them changes. */
  watchUsers?(context: ControllerContext, enqueue: (key: string) => void): Promise<void> | void;
  isUsed(object: Item, context: ControllerContext): Promise<boolean> | boolean;
}

/** Keeps objects that are deleted until nothing uses them, by a finalizer. */
function protectionController<Item extends Protected>(protection: Protection<Item>): Controller {
  const { name, resource, finalizer, isGated = false } = protection;
  return keyedController({
    name,
    async watch(context, enqueue) {
      if (isGated && !(await isServed(context, resource))) return;
      const informer = context.informers.informer<Item>(resource);
      const enqueueItem = (item: Item): void => {
        if (isPresent(item, finalizer) === Boolean(item.metadata.deletionTimestamp)) enqueue(keyOf(item));
      };
      informer.addHandler({ added: enqueueItem, updated: (_old, item) => enqueueItem(item) });
      informer.start();
      await Promise.all([protection.watchUsers?.(context, enqueue), informer.synced()]);
    },
    async reconcile(key, context) {
      const item = context.informers.informer<Item>(resource).lister.getByKey(key);
      if (!item) return;
      const { metadata } = item;
      if (!metadata.deletionTimestamp) {
        if (!isPresent(item, finalizer) && !isGated)
          await setFinalizers(item, [...(metadata.finalizers ?? []), finalizer]);
      } else if (isPresent(item, finalizer) && !(await protection.isUsed(item, context))) {
        await setFinalizers(
          item,
          (metadata.finalizers ?? []).filter((other) => other !== finalizer),
        );
      }

      async function setFinalizers(object: Item, finalizers: string[]): Promise<void> {
        const client = context.client.resource<Item>(resource, object.metadata.namespace);
        await client
          .update({ ...object, metadata: { ...object.metadata, finalizers } }, { signal: context.signal })
          .catch(ignoreNotFound);
      }
    },
  });
}

function isPresent({ metadata }: Protected, finalizer: string): boolean {
  return metadata.finalizers?.includes(finalizer) ?? false;
}

/** Follows pkg/controller/volume/pvprotection (v1.36). */
export const persistentVolumeProtectionController = protectionController<PersistentVolume>({
  name: 'persistentvolume-protection-controller',
  resource: persistentVolumes,
  finalizer: 'kubernetes.io/pv-protection',
  isUsed: ({ status }) => status?.phase === 'Bound',
});

/** Follows pkg/controller/volume/pvcprotection (v1.36). */
export const persistentVolumeClaimProtectionController = protectionController<PersistentVolumeClaim>({
  name: 'persistentvolumeclaim-protection-controller',
  resource: persistentVolumeClaims,
  finalizer: 'kubernetes.io/pvc-protection',
  watchUsers({ informers }, enqueue) {
    const ofPods = informers.informer<Pod>(pods);
    const enqueueClaims = (pod: Pod): void => {
      for (const claim of claimNames(pod)) enqueue(`${pod.metadata.namespace}/${claim}`);
    };
    ofPods.addHandler({
      deleted: enqueueClaims,
      updated: (_old, pod) => {
        if (isShutDown(pod)) enqueueClaims(pod);
      },
    });
    ofPods.start();
  },
  /** Reads the pods themselves: the last one that was created may not have arrived in the informer. */
  async isUsed(claim, { client, signal }) {
    const { items } = await client.resource<Pod>(pods, claim.metadata.namespace).list({ signal });
    return items.some((pod) => usesClaim(pod, claim));
  },
});

/** Follows pkg/controller/volume/vacprotection (v1.36). Classes are named by volumes and claims. */
export const volumeAttributesClassProtectionController = protectionController<VolumeAttributesClass>({
  name: 'volumeattributesclass-protection-controller',
  resource: volumeAttributesClasses,
  finalizer: 'kubernetes.io/vac-protection',
  async watchUsers({ informers, signal }, enqueue) {
    await firstObject(informers.informer<VolumeAttributesClass>(volumeAttributesClasses), signal);
    const volumes = informers.informer<PersistentVolume>(persistentVolumes);
    const claims = informers.informer<PersistentVolumeClaim>(persistentVolumeClaims);
    const left = (before: readonly string[], after: readonly string[]): void => {
      for (const name of before) if (!after.includes(name)) enqueue(name);
    };
    volumes.addHandler({
      updated: (old, volume) => left(classesOfVolume(old), classesOfVolume(volume)),
      deleted: (volume) => left(classesOfVolume(volume), []),
    });
    claims.addHandler({
      updated: (old, claim) => left(classesOfClaim(old), classesOfClaim(claim)),
      deleted: (claim) => left(classesOfClaim(claim), []),
    });
    await startAll(volumes, claims);
  },
  isUsed({ metadata: { name = '' } }, { informers }) {
    const volumes = informers.informer<PersistentVolume>(persistentVolumes).lister.list();
    const claims = informers.informer<PersistentVolumeClaim>(persistentVolumeClaims).lister.list();
    return (
      volumes.some((volume) => classesOfVolume(volume).includes(name)) ||
      claims.some((claim) => classesOfClaim(claim).includes(name))
    );
  },
});

/** Follows pkg/controller/scheduling/podgroupprotection (v1.36). */
export const podGroupProtectionController = protectionController<PodGroup>({
  name: 'podgroup-protection-controller',
  resource: podGroups,
  finalizer: 'scheduling.k8s.io/podgroup-protection',
  isGated: true,
  async watchUsers({ informers, signal }, enqueue) {
    await firstObject(informers.informer<PodGroup>(podGroups), signal);
    const ofPods = informers.informer<Pod>(pods);
    const enqueueGroup = (pod: Pod): void => {
      const name = groupOf(pod);
      if (name !== undefined) enqueue(`${pod.metadata.namespace}/${name}`);
    };
    ofPods.addHandler({
      deleted: enqueueGroup,
      updated: (_old, pod) => {
        if (hasEnded(pod)) enqueueGroup(pod);
      },
    });
    await startAll(ofPods);
  },
  isUsed({ metadata: { name, namespace = '' } }, { informers }) {
    const members = informers.informer<Pod>(pods).lister.list({ namespace });
    return members.some((pod) => groupOf(pod) === name && !hasEnded(pod));
  },
});

function groupOf({ spec }: Pod): string | undefined {
  return spec?.schedulingGroup?.podGroupName;
}

function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}
