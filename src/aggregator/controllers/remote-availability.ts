import { systemClock } from '../../apimachinery/clock/index.js';
import type { Informer } from '../../client/informer/index.js';
import { ExponentialPerItem, type ReconcileResult, runController, WorkQueue } from '../../client/workqueue/index.js';
import { UnusableAuthoritiesError } from '../../server/proxy/index.js';
import { type ApiService, type Availability, nameOf, type ServiceReference } from '../api-service/index.js';
import { type EndpointSlice, isReady, type Service } from '../proxy/index.js';
import { type ClusterServices, serviceKey } from './cluster-services.js';
import type { StatusWriter } from './status-writer.js';

export interface RemoteAvailabilityOptions {
  readonly informer: Informer<ApiService>;
  readonly services: ClusterServices;
  readonly statuses: StatusWriter;
  /** Asks the server for what it must be able to answer. Rejects with why it cannot. */
  readonly probe: (apiService: ApiService, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

const workers = 5;
/** Servers are asked again after so long, and up to a tenth more, so that they are not asked all at once. */
const recheckMilliseconds = 30_000;
const servicesTimeoutMilliseconds = 10_000;

/** Finds out whether the servers of APIServices can be reached, and says so in their status. */
export class RemoteAvailability {
  readonly #options: RemoteAvailabilityOptions;
  readonly #queue = new WorkQueue<string>({
    rateLimiter: new ExponentialPerItem({ firstMilliseconds: 5, limitMilliseconds: recheckMilliseconds }),
  });
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: RemoteAvailabilityOptions) {
    this.#options = options;
  }

  start(): void {
    const { informer, services } = this.#options;
    const add = (apiService: ApiService): void => {
      if (apiService.spec.service) this.#queue.add(nameOf(apiService));
    };
    informer.addIndexers({
      service: ({ spec: { service } }) => (service ? [serviceKey(service.namespace, service.name)] : []),
    });
    informer.addHandler({ added: add, updated: (_old, one) => add(one) });
    services.onChange((service) => {
      for (const apiService of informer.lister.byIndex('service', service)) add(apiService);
    });
    this.#running = runController({
      queue: this.#queue,
      workers,
      reconcile: (name, signal) => this.#reconcile(name, signal),
      signal: this.#end.signal,
      // What is wrong is told by the condition.
      onError: () => {},
    });
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('the controller was closed'));
    await this.#running;
  }

  async #reconcile(name: string, signal: AbortSignal): Promise<ReconcileResult | undefined> {
    const { informer, statuses, random = Math.random } = this.#options;
    const apiService = informer.lister.get(name);
    const { service } = apiService?.spec ?? {};
    if (!apiService || !service) return undefined;
    const availability = (await this.#check(service)) ?? (await this.#probe(apiService, signal));
    await statuses.write(apiService, availability);
    // Asked again sooner, and less and less often.
    if (availability.reason === 'FailedDiscoveryCheck') throw new Error(availability.message);
    return { requeueAfterMilliseconds: recheckMilliseconds * (1 + random() / 10) };
  }

  /** What the cluster knows to be wrong with the Service; undefined: nothing. */
  async #check(reference: ServiceReference): Promise<Availability | undefined> {
    const { services } = this.#options;
    const { namespace, name } = reference;
    const where = `service/${name} in ${JSON.stringify(namespace)}`;
    try {
      await within(services.ready(), servicesTimeoutMilliseconds);
    } catch (error) {
      const message = `${where} cannot be checked due to: ${error instanceof Error ? error.message : error}`;
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
      // As upstream: nothing was found out.
      if (error instanceof UnusableAuthoritiesError) throw error;
      return unavailable('FailedDiscoveryCheck', error instanceof Error ? error.message : String(error));
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
    cancelTimer = systemClock.after(milliseconds, () => reject(new Error('services are not known yet')));
  });
  try {
    await Promise.race([work, late]);
  } finally {
    cancelTimer?.();
  }
}
