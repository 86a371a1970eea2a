// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/generic/webhook.go (v1.36)

import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { AdmissionAttributes, AdmissionOperation, ObjectVersions } from '../../handlers/index.js';
import { type FindNamespace, isAdmissionConfiguration } from '../matching/index.js';
import { Webhook } from './webhook.js';
import { WebhookClients, type WebhookClientsOptions } from './webhook-clients.js';
import { type ConfigurationSource, inOrder, webhookSpecsOf } from './webhook-configuration.js';

export interface WebhookSetOptions extends WebhookClientsOptions {
  readonly configurations: ConfigurationSource;
  readonly findNamespace: FindNamespace;
  /** Whether the webhooks are called for admission configuration too. Unset: no, since they are part of it. */
  readonly appliesToConfiguration?: boolean;
}

const none: readonly Webhook[] = [];

/** The webhooks whose rules match the requests of an endpoint, by operation and scope. */
type ByEndpoint = WeakMap<ObjectVersions, Map<AdmissionOperation, readonly Webhook[]>>;

function nothingKnown(): { readonly ofCluster: ByEndpoint; readonly inNamespaces: ByEndpoint } {
  return { ofCluster: new WeakMap(), inNamespaces: new WeakMap() };
}

/** The webhooks of all configurations of a kind, in call order. Rebuilt when the configurations change. */
export class WebhookSet {
  readonly #options: WebhookSetOptions;
  readonly #clients: WebhookClients;
  #byConfiguration = new Map<JsonObject, readonly Webhook[]>();
  #changes = 0;
  #webhooks = none;
  #known = nothingKnown();

  constructor(options: WebhookSetOptions) {
    this.#options = options;
    this.#clients = new WebhookClients(options);
  }

  /** Returns undefined once the configurations are synced, else a promise that resolves then. */
  ready(): Promise<void> | undefined {
    return this.#options.configurations.ready();
  }

  get current(): readonly Webhook[] {
    const { configurations } = this.#options;
    if (configurations.changes !== this.#changes) {
      this.#changes = configurations.changes;
      this.#renew(configurations.all());
    }
    return this.#webhooks;
  }

  /**
   * Returns the webhooks whose rules match; selectors and conditions are not evaluated. None match admission
   * configuration, unless they are no part of it.
   */
  concerning(attributes: AdmissionAttributes): readonly Webhook[] {
    const { current } = this;
    if (current.length === 0) return none;
    const { versions, operation, namespace } = attributes;
    const known = namespace === '' ? this.#known.ofCluster : this.#known.inNamespaces;
    let byOperation = known.get(versions);
    if (!byOperation) {
      byOperation = new Map();
      known.set(versions, byOperation);
    }
    let webhooks = byOperation.get(operation);
    if (!webhooks) {
      const isExempt = !this.#options.appliesToConfiguration && isAdmissionConfiguration(attributes);
      webhooks = isExempt ? none : current.filter((each) => each.concerns(attributes));
      byOperation.set(operation, webhooks);
    }
    return webhooks;
  }

  /** Closes the connections to webhooks. */
  close(): void {
    this.#clients.keepOnly(new Set());
  }

  /** Webhooks of unchanged configurations are kept, with their compiled expressions. */
  #renew(configurations: Iterable<JsonObject>): void {
    const before = this.#byConfiguration;
    const now = new Map<JsonObject, readonly Webhook[]>();
    for (const each of inOrder(configurations)) now.set(each, before.get(each) ?? this.#webhooksOf(each));
    this.#byConfiguration = now;
    this.#webhooks = [...now.values()].flat();
    this.#known = nothingKnown();
    this.#clients.keepOnly(new Set(this.#webhooks.map(({ client }) => client)));
  }

  #webhooksOf(configuration: JsonObject): Webhook[] {
    const { findNamespace } = this.#options;
    const { name = '' } = metadataOf(configuration);
    const seen = new Map<string, number>();
    return webhookSpecsOf(configuration).map((spec) => {
      const occurrence = seen.get(spec.name) ?? 0;
      seen.set(spec.name, occurrence + 1);
      const client = this.#clients.for(spec.clientConfig);
      return new Webhook(spec, { configuration: name, occurrence, findNamespace, client });
    });
  }
}
