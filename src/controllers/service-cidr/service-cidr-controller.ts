// Follows pkg/controller/servicecidrs/servicecidrs_controller.go (v1.36)
import type { IPAddress, ServiceCIDR } from '../../api/networking/v1.js';
import { formatTime, type JsonObject, parseTime } from '../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { ipAddresses, serviceCidrs } from '../resources.js';
import { canDelete, containing, overlapping } from './service-cidrs.js';

const name = 'service-cidr-controller';
const finalizer = 'networking.k8s.io/service-cidr-finalizer';
/** API servers may still allocate from a block that is being deleted, until they notice. */
const graceMilliseconds = 10_000;

export const serviceCidrController: Controller = objectController<ServiceCIDR>({
  name,
  resource: serviceCidrs,
  create: (frame) => new ServiceCidrReconciler(frame),
});

/** Keeps blocks of service addresses as long as addresses are in use, and says that they are ready. */
class ServiceCidrReconciler implements ObjectReconciler<ServiceCIDR> {
  readonly #frame: ControllerFrame<ServiceCIDR>;
  readonly #addresses: Informer<IPAddress>;

  constructor(frame: ControllerFrame<ServiceCIDR>) {
    this.#frame = frame;
    this.#addresses = frame.informer<IPAddress>(ipAddresses);
  }

  watch(): void {
    const { objects } = this.#frame;
    const enqueue = (all: readonly ServiceCIDR[]): void => {
      for (const object of all) this.#frame.enqueueObject(object);
    };
    objects.addHandler({ added: (object) => enqueue(overlapping(object, objects.lister.list())) });
    const enqueueContaining = (address: IPAddress): void => enqueue(containing(address, objects.lister.list()));
    this.#addresses.addHandler({ added: enqueueContaining, deleted: enqueueContaining });
  }

  async reconcile(object: ServiceCIDR): Promise<ReconcileResult | undefined> {
    const { finalizers = [], deletionTimestamp } = object.metadata;
    if (deletionTimestamp) return this.#release(object, deletionTimestamp);
    if (!finalizers.includes(finalizer)) await this.#patch(object, { finalizers: [finalizer] });
    try {
      await this.#setReady(object, { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' });
    } catch (error) {
      const message = 'The ServiceCIDR Status can not be set to Ready=True';
      this.#frame.recorder.event(object, 'Warning', 'KubernetesServiceCIDRError', message);
      throw error;
    }
    return undefined;
  }

  async #release(object: ServiceCIDR, deletionTimestamp: string): Promise<ReconcileResult | undefined> {
    const { objects, context } = this.#frame;
    if (!canDelete(object, { all: objects.lister.list(), addresses: this.#addresses.lister.list() })) {
      const message =
        'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR';
      await this.#setReady(object, { status: 'False', reason: 'Terminating', message });
      return undefined;
    }
    const left = (parseTime(deletionTimestamp) ?? 0) + graceMilliseconds - context.clock.now();
    if (left > 0) return { requeueAfterMilliseconds: left };
    if (object.metadata.finalizers?.includes(finalizer))
      await this.#patch(object, { '$deleteFromPrimitiveList/finalizers': [finalizer] });
    return undefined;
  }

  async #patch({ metadata }: ServiceCIDR, change: JsonObject): Promise<void> {
    const { client, signal } = this.#frame.context;
    const patch = { type: 'strategic', body: { metadata: change } } as const;
    await client
      .resource(serviceCidrs)
      .patch(metadata.name ?? '', patch, { signal, ignoreResponse: true })
      .catch(ignoreNotFound);
  }

  async #setReady(
    { metadata, status }: ServiceCIDR,
    wanted: { status: string; reason: string; message: string },
  ): Promise<void> {
    const current = status?.conditions?.find(({ type }) => type === 'Ready');
    const isSame =
      current?.status === wanted.status &&
      (current.reason ?? '') === wanted.reason &&
      (current.message ?? '') === wanted.message;
    if (isSame) return;
    const { client, clock, signal } = this.#frame.context;
    const condition = { type: 'Ready', ...wanted, lastTransitionTime: formatTime(clock.now()) };
    const body = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'ServiceCIDR',
      metadata: { name: metadata.name ?? '' },
      status: { conditions: [condition] },
    };
    const options = { fieldManager: name, force: true, signal, ignoreResponse: true };
    await client
      .resource(serviceCidrs)
      .subresource(metadata.name ?? '', 'status')
      .patch({ type: 'apply', body }, options);
  }
}
