// Follows pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (v1.36)
import type { Pod } from '../../../api/core/v1.js';
import type { DeviceClass, ResourceClaim, ResourceSlice } from '../../../api/resource/v1.js';
import type { Informer } from '../../../client/informer/index.js';
import type { ControllerContext } from '../../controller.js';
import { startAll } from '../../first-object.js';
import { deviceClasses, resourceClaims, resourceSlices } from '../../resources.js';
import { type ClaimAllocation, type DevicePlan, deviceKey, planDevices } from './devices.js';

const finalizer = 'resource.kubernetes.io/delete-protection';

/** Allocates devices of ResourceSlices to the claims of pods. */
export class DeviceAllocator {
  readonly #context: ControllerContext;
  readonly #claims: Informer<ResourceClaim>;
  readonly #classes: Informer<DeviceClass>;
  readonly #slices: Informer<ResourceSlice>;
  readonly #onChange: () => void;
  /** Devices that are being written to claims. */
  readonly #assumed = new Set<string>();
  #started: Promise<void> | undefined;

  /** Calls back when claims, classes or slices have changed. */
  constructor(context: ControllerContext, onChange: () => void) {
    const { informers } = context;
    this.#context = context;
    this.#claims = informers.informer<ResourceClaim>(resourceClaims);
    this.#classes = informers.informer<DeviceClass>(deviceClasses);
    this.#slices = informers.informer<ResourceSlice>(resourceSlices);
    this.#onChange = onChange;
  }

  /** Nothing is watched before a pod has a claim. */
  ready(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    await startAll(this.#claims, this.#classes, this.#slices);
    const changed = (): void => this.#onChange();
    for (const informer of [this.#claims, this.#classes, this.#slices])
      informer.addHandler({ added: changed, updated: changed, deleted: changed });
  }

  /** See `planDevices`. */
  plan(pod: Pod): DevicePlan | string | undefined {
    return planDevices(pod, {
      claimNamed: (namespace, name) => this.#claims.lister.get(name, namespace),
      classNamed: (name) => this.#classes.lister.get(name),
      slices: () => this.#slices.lister.list(),
      used: this.#used(),
    });
  }

  #used(): Set<string> {
    const used = new Set(this.#assumed);
    for (const { status } of this.#claims.lister.list())
      for (const { driver, pool, device, adminAccess } of status?.allocation?.devices.results ?? [])
        if (!adminAccess) used.add(deviceKey(driver, pool, device));
    return used;
  }

  /** Writes the devices to the claims, and reserves these for the pod. */
  async bind(pod: Pod, allocations: readonly ClaimAllocation[]): Promise<void> {
    const keys = allocations.flatMap(({ allocation }) =>
      (allocation?.devices.results ?? []).map(({ driver, pool, device }) => deviceKey(driver, pool, device)),
    );
    for (const key of keys) this.#assumed.add(key);
    try {
      for (const allocation of allocations) await this.#write(pod, allocation);
    } finally {
      for (const key of keys) this.#assumed.delete(key);
    }
  }

  async #write({ metadata }: Pod, { claim, allocation }: ClaimAllocation): Promise<void> {
    const { client, signal } = this.#context;
    const ofNamespace = client.resource<ResourceClaim>(resourceClaims, metadata.namespace);
    let latest = claim;
    const { finalizers = [] } = claim.metadata;
    if (allocation && !finalizers.includes(finalizer)) {
      const protectedClaim = { ...claim, metadata: { ...claim.metadata, finalizers: [...finalizers, finalizer] } };
      latest = await ofNamespace.update(protectedClaim, { signal });
    }
    const consumer = { resource: 'pods', name: metadata.name ?? '', uid: metadata.uid ?? '' };
    const status = {
      ...latest.status,
      ...(allocation && { allocation }),
      reservedFor: [...(latest.status?.reservedFor ?? []), consumer],
    };
    await ofNamespace.updateStatus({ ...latest, status }, { signal });
  }
}
