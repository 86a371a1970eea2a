// Follows pkg/controller/endpointslice/endpointslice_controller.go (v1.36)
import type { Node, Pod, Service } from '../../api/core/v1.js';
import type { EndpointSlice } from '../../api/discovery/v1.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { InformerProgress } from '../informer-progress.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { endpointSlices, nodes, services } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import {
  managedByLabel,
  planSlices,
  serviceNameLabel,
  sliceControllerName,
  sliceInformerRequest,
  slicesOfService,
} from './endpoint-slices.js';
import { podsOf, watchPods } from './service-pods.js';
import { TriggerTimes, withTriggerTime } from './trigger-times.js';

export const endpointSliceController: Controller = objectController<Service>({
  name: 'endpointslice-controller',
  resource: services,
  concerns: ({ spec }) => spec.selector !== undefined,
  create: (frame) => new EndpointSliceReconciler(frame),
});

/** Keeps the endpoints of services in slices. */
class EndpointSliceReconciler implements ObjectReconciler<Service> {
  readonly #frame: ControllerFrame<Service>;
  readonly #pods: Informer<Pod>;
  readonly #nodes: Informer<Node>;
  readonly #slices: Informer<EndpointSlice>;
  readonly #progress = new InformerProgress();
  readonly #triggerTimes = new TriggerTimes();

  constructor(frame: ControllerFrame<Service>) {
    this.#frame = frame;
    this.#pods = frame.podInformer();
    this.#nodes = frame.informer<Node>(nodes);
    this.#slices = frame.informer<EndpointSlice>(endpointSlices, sliceInformerRequest);
  }

  deleted(service: Service): void {
    this.#progress.forget(keyOf(service));
    this.#triggerTimes.forget(keyOf(service));
  }

  watch(): void {
    const { objects, enqueue } = this.#frame;
    watchPods(this.#pods, objects, enqueue);
    const enqueueService = ({ metadata }: EndpointSlice): void => {
      const name = metadata.labels?.[serviceNameLabel];
      if (name && metadata.labels?.[managedByLabel] === sliceControllerName) enqueue(`${metadata.namespace}/${name}`);
    };
    this.#slices.addHandler({
      updated: (old, slice) => {
        if (old.metadata.generation !== slice.metadata.generation) enqueueService(slice);
      },
      deleted: enqueueService,
    });
  }

  async reconcile(service: Service, key: string): Promise<ReconcileResult | undefined> {
    if (service.spec.type === 'ExternalName' || !service.spec.selector) return undefined;
    const behind = this.#progress.behind(key, this.#slices);
    if (behind) return behind;
    const existing = slicesOfService(this.#slices, { key, managedBy: sliceControllerName });
    const pods = podsOf(service, this.#pods);
    const changes = planSlices({ service, pods, existing, nodeOf: (name) => this.#nodes.lister.get(name) });
    const { client, signal } = this.#frame.context;
    const slices = client.resource<EndpointSlice>(endpointSlices, service.metadata.namespace);
    const time = this.#triggerTimes.next(service, pods);
    const stamped = (slice: EndpointSlice): EndpointSlice => {
      const annotations = withTriggerTime(slice.metadata.annotations, time);
      return { ...slice, metadata: { ...slice.metadata, annotations } };
    };
    try {
      if (!service.metadata.deletionTimestamp) {
        for (const slice of changes.create) this.#progress.wrote(key, await slices.create(stamped(slice), { signal }));
      }
      for (const slice of changes.update) this.#progress.wrote(key, await slices.update(stamped(slice), { signal }));
      for (const { metadata } of changes.delete) await slices.delete(metadata.name ?? '', { signal });
    } catch (error) {
      if (!isNotFound(error) && !isNamespaceTerminating(error)) throw error;
    }
    return undefined;
  }
}
