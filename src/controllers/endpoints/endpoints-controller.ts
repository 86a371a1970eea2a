// Follows pkg/controller/endpoint/endpoints_controller.go (v1.36)
import type {
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  Endpoints,
  Pod,
  Service,
  ServicePort,
} from '../../api/core/v1.js';
import { jsonEqual } from '../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { InformerProgress } from '../informer-progress.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { endpoints, services } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { isPodReady } from '../workload/pod-state.js';
import { findPort, hasClusterIp, headlessLabel, hostnameOf, isReachable, podsOf, watchPods } from './service-pods.js';
import { repackSubsets } from './subsets.js';
import { TriggerTimes, withTriggerTime } from './trigger-times.js';

const managedByLabel = 'endpoints.kubernetes.io/managed-by';
const managedBy = 'endpoint-controller';
const capacityAnnotation = 'endpoints.kubernetes.io/over-capacity';
const maxAddresses = 1000;

export const endpointsController: Controller = objectController<Service>({
  name: 'endpoints-controller',
  resource: services,
  concerns: ({ spec }) => spec.selector !== undefined,
  create: (frame) => new EndpointsReconciler(frame),
});

/** Keeps the endpoints of services in the objects of that name. */
class EndpointsReconciler implements ObjectReconciler<Service> {
  readonly #frame: ControllerFrame<Service>;
  readonly #pods: Informer<Pod>;
  readonly #endpoints: Informer<Endpoints>;
  readonly #progress = new InformerProgress();
  readonly #triggerTimes = new TriggerTimes();

  constructor(frame: ControllerFrame<Service>) {
    this.#frame = frame;
    this.#pods = frame.podInformer();
    this.#endpoints = frame.informer<Endpoints>(endpoints);
  }

  watch(): void {
    const { objects, enqueue } = this.#frame;
    watchPods(this.#pods, objects, enqueue);
    this.#endpoints.addHandler({ deleted: (deleted) => enqueue(keyOf(deleted)) });
  }

  async reconcileDeleted(key: string): Promise<void> {
    const { client, signal } = this.#frame.context;
    const [namespace = '', name = ''] = key.split('/');
    this.#progress.forget(key);
    this.#triggerTimes.forget(key);
    await client.resource<Endpoints>(endpoints, namespace).delete(name, { signal }).catch(ignoreNotFound);
  }

  async reconcile(service: Service, key: string): Promise<ReconcileResult | undefined> {
    const { client, signal } = this.#frame.context;
    const objects = client.resource<Endpoints>(endpoints, service.metadata.namespace);
    if (service.spec.type === 'ExternalName' || !service.spec.selector) return undefined;
    const behind = this.#progress.behind(key, this.#endpoints);
    if (behind) return behind;
    const pods = podsOf(service, this.#pods);
    const current = this.#endpoints.lister.getByKey(key);
    const triggerTime = this.#triggerTimes.next(service, pods);
    const wanted = wantedEndpoints(service, { pods, current, triggerTime });
    if (wanted === undefined) return undefined;
    try {
      const written = current ? await objects.update(wanted, { signal }) : await objects.create(wanted, { signal });
      this.#progress.wrote(key, written);
    } catch (error) {
      if (!isNamespaceTerminating(error)) throw error;
    }
    return undefined;
  }
}

interface Observed {
  readonly pods: readonly Pod[];
  readonly current: Endpoints | undefined;
  readonly triggerTime: number | undefined;
}

/** Undefined if the current object is as it should be. */
function wantedEndpoints(service: Service, { pods, current, triggerTime }: Observed): Endpoints | undefined {
  const { metadata } = service;
  const { subsets, isTruncated } = truncated(subsetsOf(service, pods));
  const labels = {
    ...metadata.labels,
    ...(!hasClusterIp(service) && { [headlessLabel]: '' }),
    [managedByLabel]: managedBy,
  };
  if (current) {
    const isCapacityRight = (current.metadata.annotations?.[capacityAnnotation] !== undefined) === isTruncated;
    const isSame = jsonEqual(subsets, current.subsets ?? []) && jsonEqual(labels, current.metadata.labels ?? {});
    if (isSame && isCapacityRight) return undefined;
  }
  const { [capacityAnnotation]: _capacity, ...annotations } = current?.metadata.annotations ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: {
      ...(current?.metadata ?? { name: metadata.name ?? '', namespace: metadata.namespace ?? '' }),
      labels,
      annotations: {
        ...withTriggerTime(annotations, triggerTime),
        ...(isTruncated && { [capacityAnnotation]: 'truncated' }),
      },
    },
    ...(subsets.length > 0 && { subsets }),
  };
}

/** Ports with the same addresses share a subset. */
function subsetsOf(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const { ports = [], publishNotReadyAddresses = false } = service.spec;
  const isHeadless = service.spec.clusterIP === 'None';
  const single = pods.flatMap((pod): EndpointSubset[] => {
    if (!isReachable(pod, { includesTerminating: publishNotReadyAddresses })) return [];
    const address = addressOf(pod, service);
    if (!address) return [];
    const found = ports.flatMap((port) => endpointPort(pod, port));
    if (found.length === 0 && !(ports.length === 0 && isHeadless)) return [];
    const isReady = publishNotReadyAddresses || isPodReady(pod);
    return [{ ...(isReady ? { addresses: [address] } : { notReadyAddresses: [address] }), ports: found }];
  });
  return repackSubsets(single);
}

function endpointPort(pod: Pod, port: ServicePort): EndpointPort[] {
  const number = findPort(pod, port);
  if (number === undefined) return [];
  const { name, protocol = 'TCP', appProtocol } = port;
  return [{ ...(name && { name }), port: number, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
}

function addressOf(pod: Pod, service: Service): EndpointAddress | undefined {
  const { metadata, spec, status } = pod;
  const [family = 'IPv4'] = service.spec.ipFamilies ?? [];
  const ip = (status.podIPs ?? []).find((each) => (each.ip?.includes(':') ? 'IPv6' : 'IPv4') === family)?.ip;
  if (ip === undefined) return undefined;
  const hostname = hostnameOf(pod, service);
  return {
    ip,
    ...(hostname !== undefined && { hostname }),
    ...(spec.nodeName && { nodeName: spec.nodeName }),
    targetRef: { kind: 'Pod', namespace: metadata.namespace ?? '', name: metadata.name ?? '', uid: metadata.uid ?? '' },
  };
}

/** At most a thousand addresses, ready ones first, from all subsets in proportion. */
function truncated(subsets: EndpointSubset[]): { subsets: EndpointSubset[]; isTruncated: boolean } {
  const ready = subsets.reduce((total, { addresses = [] }) => total + addresses.length, 0);
  const notReady = subsets.reduce((total, { notReadyAddresses = [] }) => total + notReadyAddresses.length, 0);
  if (ready + notReady <= maxAddresses) return { subsets, isTruncated: false };
  const cutsReady = ready > maxAddresses;
  const most = cutsReady ? maxAddresses : maxAddresses - ready;
  let room = most;
  const cut = subsets.map(({ addresses = [], notReadyAddresses = [], ...rest }): EndpointSubset => {
    const part = cutsReady ? addresses : notReadyAddresses;
    const kept = part.slice(0, Math.min(room, Math.ceil((part.length / (cutsReady ? ready : notReady)) * most)));
    room -= kept.length;
    if (cutsReady) return { ...rest, addresses: kept };
    return { ...rest, ...(addresses.length > 0 && { addresses }), ...(kept.length > 0 && { notReadyAddresses: kept }) };
  });
  return { subsets: cut, isTruncated: true };
}
