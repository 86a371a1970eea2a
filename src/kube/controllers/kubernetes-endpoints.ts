// Follows pkg/controlplane/controller/kubernetesservice/controller.go (v1.36)
// Follows pkg/controlplane/reconcilers/endpointsadapter.go (v1.36)

import type { Endpoints } from '../../api/core/v1.js';
import type { EndpointSlice } from '../../api/discovery/v1.js';
import { type JsonObject, jsonEqual, labelsOf } from '../../apimachinery/meta/index.js';
import { ignoreAlreadyExists, ignoreNotFound } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';

const name = 'kubernetes';
const namespace = 'default';
const endpointsPath = `/api/v1/namespaces/${namespace}/endpoints`;
const slicesPath = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
const skipMirror = 'endpointslice.kubernetes.io/skip-mirror';

/** The Endpoints and EndpointSlice of the `kubernetes` service: the addresses of the API servers. */
export class KubernetesEndpoints {
  readonly #client: RestClient;
  readonly #port: number;

  constructor(client: RestClient, port: number) {
    this.#client = client;
    this.#port = port;
  }

  /** Publishes the result of `addressesFor`, which receives the published addresses. */
  async publish(addressesFor: (published: readonly string[]) => Promise<readonly string[]>): Promise<void> {
    const current = await this.#find<Endpoints>(`${endpointsPath}/${name}`);
    const { subsets = [] } = current ?? {};
    const published = (subsets[0]?.addresses ?? []).map(({ ip }) => ip);
    const addresses = await addressesFor(published);
    const isRight =
      subsets.length === 1 && current && labelsOf(current)[skipMirror] === 'true' && hasSame(published, addresses);
    await Promise.all([
      isRight ? undefined : this.#write(endpointsPath, current, this.#endpoints(addresses)),
      this.#publishSlice(addresses),
    ]);
  }

  async #publishSlice(addresses: readonly string[]): Promise<void> {
    const current = await this.#find<EndpointSlice>(`${slicesPath}/${name}`);
    const wanted = this.#slice(addresses);
    const isOfOtherType = current !== undefined && current.addressType !== wanted.addressType;
    if (isOfOtherType) await this.#client.response({ method: 'DELETE', target: `${slicesPath}/${name}` });
    const same = (field: 'endpoints' | 'ports'): boolean => jsonEqual(current?.[field] ?? [], wanted[field] ?? []);
    if (current && !isOfOtherType && same('endpoints') && same('ports')) return;
    await this.#write(slicesPath, isOfOtherType ? undefined : current, wanted);
  }

  /** The caller names the type of the object. */
  async #find<T extends JsonObject>(target: string): Promise<T | undefined> {
    return (await this.#client.object({ method: 'GET', target }).catch(ignoreNotFound)) as T | undefined;
  }

  /** Tolerates concurrent creation by another server: both converge to the same state. */
  async #write(path: string, current: JsonObject | undefined, body: JsonObject): Promise<void> {
    if (current) await this.#client.response({ method: 'PUT', target: `${path}/${name}`, body });
    else await this.#client.response({ method: 'POST', target: path, body }).catch(ignoreAlreadyExists);
  }

  #endpoints(addresses: readonly string[]): Endpoints {
    const ports = [{ name: 'https', port: this.#port, protocol: 'TCP' }];
    const subsets = addresses.length === 0 ? [] : [{ addresses: addresses.map((ip) => ({ ip })), ports }];
    const metadata = { name, namespace, labels: { [skipMirror]: 'true' } };
    return { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets };
  }

  #slice(addresses: readonly string[]): EndpointSlice {
    const isIpv6 = addresses.length > 0 && addresses.every((address) => address.includes(':'));
    const shown = addresses.filter((address) => address.includes(':') === isIpv6);
    return {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name, namespace, labels: { 'kubernetes.io/service-name': name } },
      addressType: isIpv6 ? 'IPv6' : 'IPv4',
      endpoints: shown.map((address) => ({ addresses: [address], conditions: { ready: true } })),
      ports: addresses.length === 0 ? [] : [{ name: 'https', port: this.#port, protocol: 'TCP' }],
    };
  }
}

function hasSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((address) => right.includes(address));
}
