// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ReconcileResult, WorkQueueMetricsProvider } from '../../client/workqueue/index.js';
import { UnusableAuthoritiesError } from '../../server/proxy/index.js';
import { type ApiService, type Availability, nameOf, type ServiceReference } from '../api-service/index.js';
import { type EndpointSlice, isReady, type Service } from '../proxy/index.js';
import { ApiServiceController } from './api-service-controller.js';
import { type ClusterServices, serviceKey } from './cluster-services.js';
import type { StatusWriter } from './status-writer.js';

export interface RemoteAvailabilityOptions {
  /** Of its work queue. */
  readonly queueMetrics?: WorkQueueMetricsProvider | undefined;
  readonly informer: Informer<ApiService>;
  readonly services: ClusterServices;
  readonly statuses: StatusWriter;
  /** Sends a discovery request to the server. Rejects with the reason if it fails. */
  readonly probe: (apiService: ApiService, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

/** Interval of checks; up to a tenth is added at random, to spread them. */
const recheckMilliseconds = 30_000;
const servicesTimeoutMilliseconds = 10_000;

/** Checks whether the servers of APIServices are reachable, and writes the result to their status. */
export class RemoteAvailability {
  readonly #options: RemoteAvailabilityOptions;
  readonly #controller: ApiServiceController;

  constructor(options: RemoteAvailabilityOptions) {
    this.#options = options;
    this.#controller = new ApiServiceController({
      name: 'RemoteAvailabilityController',
      queueMetrics: options.queueMetrics,
      reconcile: (name, signal) => this.#reconcile(name, signal),
      workers: 5,
      firstRetryMilliseconds: 5,
      lastRetryMilliseconds: recheckMilliseconds,
    });
  }

  start(): void {
    const { informer, services } = this.#options;
    const add = (apiService: ApiService): void => {
      if (apiService.spec.service) this.#controller.add(nameOf(apiService));
    };
    informer.addIndexers({
      service: ({ spec: { service } }) => (service ? [serviceKey(service.namespace, service.name)] : []),
    });
    informer.addHandler({ added: add, updated: (_old, one) => add(one) });
    services.onChange((service) => {
      for (const apiService of informer.lister.byIndex('service', service)) add(apiService);
    });
    this.#controller.start();
  }

  close(): Promise<void> {
    return this.#controller.close();
  }

  async #reconcile(name: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const { informer, statuses, random = Math.random } = this.#options;
    const apiService = informer.lister.get(name);
    const { service } = apiService?.spec ?? {};
    if (!apiService || !service) return undefined;
    const availability = (await this.#check(service)) ?? (await this.#probe(apiService, signal));
    await statuses.write(apiService, availability);
    // Throwing schedules an earlier retry, with exponential backoff.
    if (availability.reason === 'FailedDiscoveryCheck') throw new Error(availability.message);
    return { requeueAfterMilliseconds: recheckMilliseconds * (1 + random() / 10) };
  }

  /** Checks the Service itself; undefined: no problem found. */
  async #check(reference: ServiceReference): Promise<Availability | undefined> {
    const { services } = this.#options;
    const { namespace, name } = reference;
    const where = `service/${name} in ${JSON.stringify(namespace)}`;
    try {
      await within(services.ready(), servicesTimeoutMilliseconds);
    } catch (error) {
      const message = `${where} cannot be checked due to: ${messageOf(error)}`;
      return { status: 'Unknown', reason: 'ServiceAccessError', message };
    }
    const service = services.service(namespace, name);
    if (!service) return unavailable('ServiceNotFound', `${where} is not present`);
    const { type = 'ClusterIP' } = service.spec ?? {};
    return type === 'ClusterIP' ? this.#checkEndpoints(service, reference, where) : undefined;
  }

  #checkEndpoints(service: Service, reference: ServiceReference, where: string): Availability | undefined {
    const { namespace, name, port } = reference;
    const found = service.spec?.ports?.find((one) => one.port === port);
    if (!found) return unavailable('ServicePortError', `${where} is not listening on port ${port}`);
    const slices = this.#options.services.endpointSlices(namespace, name);
    if (slices.length === 0) return unavailable('EndpointsNotFound', `cannot find endpointslices for ${where}`);
    const portName = found.name ?? '';
    if (slices.some((slice) => hasEndpoint(slice, portName))) return undefined;
    const named = JSON.stringify(portName);
    return unavailable('MissingEndpoints', `endpointslices for ${where} have no addresses with port name ${named}`);
  }

  async #probe(apiService: ApiService, signal: AbortSignal): Promise<Availability> {
    try {
      await this.#options.probe(apiService, signal);
      return { status: 'True', reason: 'Passed', message: 'all checks passed' };
    } catch (error) {
      signal.throwIfAborted();
      // As upstream: the check itself failed, so the condition is not updated.
      if (error instanceof UnusableAuthoritiesError) throw error;
      return unavailable('FailedDiscoveryCheck', messageOf(error));
    }
  }
}

function unavailable(reason: string, message: string): Availability {
  return { status: 'False', reason, message };
}

function hasEndpoint({ endpoints, ports }: EndpointSlice, portName: string): boolean {
  const hasPort = ports?.some((port) => (port.name ?? '') === portName && port.port !== undefined);
  return hasPort === true && (endpoints ?? []).some(isReady);
}

async function within(work: Promise<void>, milliseconds: number): Promise<void> {
  let cancelTimer: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancelTimer = systemClock.after(milliseconds, () => reject(new Error('services are not synced yet')));
  });
  try {
    await Promise.race([work, late]);
  } finally {
    cancelTimer?.();
  }
}
