// Follows pkg/controlplane/controller/kubernetesservice/controller.go (v1.36)

import type { RestClient } from '../../client/rest/index.js';
import { createIfMissing, ensureNamespace } from '../create-if-missing.js';
import type { KubernetesEndpoints } from './kubernetes-endpoints.js';
import { PeriodicController } from './periodic-controller.js';
import type { ServerAddresses } from './server-addresses.js';

export interface KubernetesServiceOptions {
  readonly client: RestClient;
  /** The first address of the service range. */
  readonly clusterIp: string;
  /** Port that the server listens on. */
  readonly port: number;
  /** --kubernetes-service-node-port; 0: none. */
  readonly nodePort: number;
  /** Maintains the endpoints; undefined: they are not managed. */
  readonly endpoints: { readonly addresses: ServerAddresses; readonly published: KubernetesEndpoints } | undefined;
  readonly onError: (error: unknown) => void;
}

const services = '/api/v1/namespaces/default/services';
const intervalMilliseconds = 10_000;

/** Maintains the service `kubernetes` in the namespace `default`, through which pods reach the API servers. */
export class KubernetesService extends PeriodicController {
  readonly #options: KubernetesServiceOptions;
  #ensuring: Promise<void> = Promise.resolve();

  constructor(options: KubernetesServiceOptions) {
    super(intervalMilliseconds);
    this.#options = options;
  }

  /** Removes this server from the endpoints. */
  override async close(): Promise<void> {
    await super.close();
    await this.#ensuring;
    const { endpoints, onError } = this.#options;
    if (!endpoints) return;
    const { addresses, published } = endpoints;
    await published.publish((current) => addresses.leave(current)).catch(onError);
  }

  reconcile(): Promise<void> {
    this.#ensuring = this.#ensureAll().catch(this.#options.onError);
    return this.#ensuring;
  }

  async #ensureAll(): Promise<void> {
    const { client, endpoints } = this.#options;
    await ensureNamespace(client, 'default');
    await createIfMissing(client, services, this.#service());
    if (!endpoints || this.isClosed) return;
    const { addresses, published } = endpoints;
    await published.publish((current) => addresses.join(current));
  }

  #service() {
    const { clusterIp, port: targetPort, nodePort } = this.#options;
    const port = { name: 'https', protocol: 'TCP', port: 443, targetPort };
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        labels: { component: 'apiserver', provider: 'kubernetes' },
      },
      spec: {
        type: nodePort > 0 ? 'NodePort' : 'ClusterIP',
        clusterIP: clusterIp,
        ipFamilyPolicy: 'SingleStack',
        sessionAffinity: 'None',
        ports: [nodePort > 0 ? { ...port, nodePort } : port],
      },
    };
  }
}
