// Follows pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go (v1.36)
import type { Endpoints, Service } from '../../api/core/v1.js';
import type { EndpointSlice } from '../../api/discovery/v1.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import {
  managedByLabel,
  serviceNameLabel,
  sliceInformerRequest,
  slicesOfService,
} from '../endpoints/endpoint-slices.js';
import { InformerProgress } from '../informer-progress.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { endpointSlices, endpoints as endpointsResource, services } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { isMirrored, maxEndpointsPerSubset, mirroringControllerName, planMirror } from './mirrored-slices.js';

export const endpointSliceMirroringController: Controller = objectController<Endpoints>({
  name: 'endpointslice-mirroring-controller',
  component: 'endpoint-slice-mirroring-controller',
  resource: endpointsResource,
  concerns: isMirrored,
  create: (frame) => new MirroringReconciler(frame),
});

/** Copies endpoints of services without selectors, which users write as Endpoints, to slices. */
class MirroringReconciler implements ObjectReconciler<Endpoints> {
  readonly #frame: ControllerFrame<Endpoints>;
  readonly #services: Informer<Service>;
  readonly #slices: Informer<EndpointSlice>;
  readonly #progress = new InformerProgress();

  constructor(frame: ControllerFrame<Endpoints>) {
    this.#frame = frame;
    this.#services = frame.informer<Service>(services);
    this.#slices = frame.informer<EndpointSlice>(endpointSlices, sliceInformerRequest);
  }

  watch(): void {
    const { enqueue } = this.#frame;
    const enqueueService = (service: Service): void => {
      if (!service.spec.selector) enqueue(keyOf(service));
    };
    this.#services.addHandler({
      added: enqueueService,
      updated: (old, service) => {
        if (Boolean(old.spec.selector) !== Boolean(service.spec.selector)) enqueue(keyOf(service));
      },
      deleted: enqueueService,
    });
    const enqueueSlice = ({ metadata }: EndpointSlice): void => {
      const name = metadata.labels?.[serviceNameLabel];
      if (name && metadata.labels?.[managedByLabel] === mirroringControllerName)
        enqueue(`${metadata.namespace}/${name}`);
    };
    this.#slices.addHandler({
      updated: (old, slice) => {
        if (old.metadata.generation === slice.metadata.generation) return;
        enqueueSlice(old);
        enqueueSlice(slice);
      },
      deleted: enqueueSlice,
    });
  }

  async reconcileDeleted(key: string): Promise<void> {
    this.#progress.forget(key);
    await this.#delete(this.#existing(key));
  }

  async reconcile(endpoints: Endpoints, key: string): Promise<ReconcileResult | undefined> {
    const service = this.#services.lister.getByKey(key);
    if (!isMirrored(endpoints) || !service || service.spec.selector) {
      await this.reconcileDeleted(key);
      return undefined;
    }
    const behind = this.#progress.behind(key, this.#slices);
    if (behind) return behind;
    const { changes, invalid, skipped } = planMirror(endpoints, this.#existing(key));
    this.#announce(endpoints, { invalid, skipped });
    const { client, signal } = this.#frame.context;
    const slices = client.resource<EndpointSlice>(endpointSlices, endpoints.metadata.namespace);
    const created = endpoints.metadata.deletionTimestamp ? [] : changes.create;
    try {
      for (const slice of created) this.#progress.wrote(key, await slices.create(slice, { signal }));
    } catch (error) {
      if (isNamespaceTerminating(error)) return undefined;
      throw error;
    }
    for (const slice of changes.update) this.#progress.wrote(key, await slices.update(slice, { signal }));
    await this.#delete(changes.delete);
    return undefined;
  }

  #existing(key: string): EndpointSlice[] {
    return slicesOfService(this.#slices, { key, managedBy: mirroringControllerName });
  }

  #announce(endpoints: Endpoints, { invalid, skipped }: { invalid: number; skipped: number }): void {
    const { recorder } = this.#frame;
    if (invalid > 0) {
      const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
      recorder.event(endpoints, 'Warning', 'InvalidIPAddress', message);
    }
    if (skipped > invalid) {
      const message = `A max of ${maxEndpointsPerSubset} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`;
      recorder.event(endpoints, 'Warning', 'TooManyAddressesToMirror', message);
    }
  }

  async #delete(slices: readonly EndpointSlice[]): Promise<void> {
    const { client, signal } = this.#frame.context;
    for (const { metadata } of slices) {
      await client
        .resource(endpointSlices, metadata.namespace)
        .delete(metadata.name ?? '', { signal })
        .catch(ignoreNotFound);
    }
  }
}
