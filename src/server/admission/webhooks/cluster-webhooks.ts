import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import { isNotFound } from '../../../apimachinery/status/index.js';
import { Informer } from '../../../client/informer/index.js';
import type { RestClient } from '../../../client/rest/index.js';
import { serviceResolver } from '../../../client/webhook/index.js';
import type { AdmissionPlugin } from '../plugin.js';
import { MutatingWebhooks } from './mutating-webhooks.js';
import { ValidatingWebhooks } from './validating-webhooks.js';
import type { ConfigurationSource } from './webhook-configuration.js';
import type { WebhookRunnerOptions } from './webhook-runner.js';

export interface ClusterWebhooksOptions extends WebhookRunnerOptions {
  /** Of the main server, which has the configurations, the namespaces and the services. */
  readonly client: RestClient;
}

const registration = { group: 'admissionregistration.k8s.io', version: 'v1' };
const namespacesResource = { group: '', version: 'v1', resource: 'namespaces' };

/**
 * The webhooks of a cluster, for an API server that extends it: `new AdmissionChain({ plugins: webhooks.plugins })`. The
 * main server is followed from the first request on.
 */
export class ClusterWebhooks {
  readonly plugins: readonly AdmissionPlugin[];
  readonly #namespaces: FollowedByInformer;
  readonly #configurations: readonly FollowedByInformer[];

  constructor(options: ClusterWebhooksOptions) {
    const { client, onError } = options;
    const namespaces = client.resource(namespacesResource);
    this.#namespaces = new FollowedByInformer(new Informer({ source: namespaces, onError }));
    const shared = {
      ...options,
      findNamespace: (name: string): MaybePromise<JsonObject | undefined> =>
        andThen(
          this.#namespaces.ready() as MaybePromise<void>,
          () => this.#namespaces.get(name) ?? namespaces.get(name).catch(undefinedIfMissing),
        ),
      resolveService: serviceResolver(client),
    };
    const [mutating, validating] = (['mutating', 'validating'] as const).map((type) => {
      const source = client.resource({ ...registration, resource: `${type}webhookconfigurations` });
      return new FollowedByInformer(new Informer({ source, onError }));
    }) as [FollowedByInformer, FollowedByInformer];
    this.#configurations = [mutating, validating];
    this.plugins = [
      new MutatingWebhooks({ ...shared, configurations: () => mutating }),
      new ValidatingWebhooks({ ...shared, configurations: () => validating }),
    ];
  }

  async close(): Promise<void> {
    await Promise.all([this.#namespaces, ...this.#configurations].map((followed) => followed.close()));
  }
}

/** What an informer knows. It is started when somebody first wants to know it. */
class FollowedByInformer implements ConfigurationSource {
  readonly #informer: Informer<JsonObject>;
  #isStarted = false;
  #changes = 0;

  constructor(informer: Informer<JsonObject>) {
    this.#informer = informer;
  }

  ready(): Promise<void> | undefined {
    if (this.#informer.hasSynced) return undefined;
    if (!this.#isStarted) this.#start();
    return this.#informer.synced();
  }

  get changes(): number {
    return this.#changes;
  }

  all(): Iterable<JsonObject> {
    return this.#informer.lister.list();
  }

  get(name: string): JsonObject | undefined {
    return this.#informer.lister.get(name);
  }

  async close(): Promise<void> {
    // Nobody may be waiting for what now never comes.
    this.#informer.synced().catch(() => undefined);
    await this.#informer.close();
  }

  #start(): void {
    this.#isStarted = true;
    const count = (): void => {
      this.#changes++;
    };
    this.#informer.addHandler({ added: count, updated: count, deleted: count });
    this.#informer.start();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}
