import type { RestClient } from '../../../client/rest/index.js';
import { serviceResolver } from '../../../client/webhook/index.js';
import { ClusterObjects } from '../cluster-objects.js';
import type { AdmissionPlugin } from '../plugin.js';
import { MutatingWebhooks } from './mutating-webhooks.js';
import { ValidatingWebhooks } from './validating-webhooks.js';
import type { WebhookRunnerOptions } from './webhook-runner.js';

/** Options of `ClusterWebhooks`. */
export interface ClusterWebhooksOptions extends WebhookRunnerOptions {
  /** Client of the main server, which has the configurations, the namespaces and the services. */
  readonly client: RestClient;
}

const registration = { group: 'admissionregistration.k8s.io', version: 'v1' };
const namespacesResource = { group: '', version: 'v1', resource: 'namespaces' };

/**
 * The webhooks of a cluster, for an extension API server: `new AdmissionChain({ plugins: webhooks.plugins })`. The
 * informers on the main server start with the first request.
 */
export class ClusterWebhooks {
  readonly plugins: readonly AdmissionPlugin[];
  readonly #followed: readonly ClusterObjects[];

  constructor(options: ClusterWebhooksOptions) {
    const { client } = options;
    const namespaces = new ClusterObjects(namespacesResource, options);
    const mutating = new ClusterObjects({ ...registration, resource: 'mutatingwebhookconfigurations' }, options);
    const validating = new ClusterObjects({ ...registration, resource: 'validatingwebhookconfigurations' }, options);
    this.#followed = [namespaces, mutating, validating];
    const shared = {
      ...options,
      findNamespace: (name: string) => namespaces.find(name),
      resolveService: serviceResolver(client),
    };
    this.plugins = [
      new MutatingWebhooks({ ...shared, configurations: mutating }),
      new ValidatingWebhooks({ ...shared, configurations: validating }),
      // Handles no requests: it ends the informers with the chain.
      { name: 'ClusterWebhooks', operations: [], close: () => this.#endInformers() },
    ];
  }

  /**
   * Ends informers and connections. The server does so when it closes, if the plug-ins belong to its admission chain.
   */
  async close(): Promise<void> {
    await Promise.all(this.plugins.map((plugin) => plugin.close?.()));
  }

  async #endInformers(): Promise<void> {
    await Promise.all(this.#followed.map((objects) => objects.close()));
  }
}
