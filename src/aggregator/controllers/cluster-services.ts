import { compositeKey } from '../../apimachinery/meta/index.js';
import { Informer } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { EndpointSlice, KnownServices, Service } from '../proxy/index.js';

const servicesResource = { group: '', version: 'v1', resource: 'services' } as const;
const endpointSlicesResource = { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' } as const;
const serviceIndex = 'service';

/** Returns the Service that an EndpointSlice's label names. */
function serviceOf(slice: EndpointSlice & { readonly metadata: { readonly namespace?: string } }): string {
  const name = slice.metadata.labels?.['kubernetes.io/service-name'] ?? '';
  return name === '' ? '' : serviceKey(slice.metadata.namespace ?? '', name);
}

/** The key of a Service in indexes. */
export function serviceKey(namespace: string, name: string): string {
  return compositeKey(namespace, name);
}

/** Watches Services and their EndpointSlices from first use on: most servers never need them. */
export class ClusterServices implements KnownServices {
  readonly #services: Informer<Service>;
  readonly #slices: Informer<EndpointSlice>;
  readonly #onChange: ((service: string) => void)[] = [];
  #started: Promise<void> | undefined;

  constructor(client: RestClient, onError: (error: unknown) => void) {
    this.#services = new Informer<Service>({ source: client.resource<Service>(servicesResource), onError });
    this.#slices = new Informer<EndpointSlice>({
      source: client.resource<EndpointSlice>(endpointSlicesResource),
      indexers: { [serviceIndex]: (slice) => [serviceOf(slice)] },
      onError,
    });
  }

  /** Resolves when they are synced. */
  ready(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  /** The handler is called with the `serviceKey` of a Service that has changed, or whose endpoints have. */
  onChange(handler: (service: string) => void): void {
    this.#onChange.push(handler);
  }

  service(namespace: string, name: string): Service | undefined {
    return this.#services.lister.get(name, namespace);
  }

  endpointSlices(namespace: string, name: string): readonly EndpointSlice[] {
    return this.#slices.lister.byIndex(serviceIndex, serviceKey(namespace, name));
  }

  async close(): Promise<void> {
    await Promise.all([this.#services.close(), this.#slices.close()]);
  }

  async #start(): Promise<void> {
    const service = ({ metadata }: Service): void =>
      this.#notify(serviceKey(metadata.namespace ?? '', metadata.name ?? ''));
    const slice = (one: EndpointSlice): void => this.#notify(serviceOf(one));
    this.#services.addHandler({ added: service, updated: (_old, one) => service(one), deleted: service });
    this.#slices.addHandler({ added: slice, updated: (_old, one) => slice(one), deleted: slice });
    this.#services.start();
    this.#slices.start();
    await Promise.all([this.#services.synced(), this.#slices.synced()]);
  }

  #notify(service: string): void {
    for (const handler of this.#onChange) handler(service);
  }
}
