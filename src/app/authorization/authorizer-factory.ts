import { systemClock } from '../../apimachinery/clock/index.js';
import type { Dial } from '../../apimachinery/dial/index.js';
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
} from '../../server/authorization/configuration/index.js';
import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  countedAuthorizer,
  privilegedGroups,
  unionOfAuthorizers,
} from '../../server/authorization/index.js';
import type { MetricsRegistry } from '../../server/metrics/index.js';
import { Closers } from '../../server/process/index.js';

/** The authorizers that decide by stored objects. */
export interface StoredAuthorizers {
  readonly nodes: Authorizer;
  readonly rbac: Authorizer;
}

export interface AuthorizerFactoryOptions {
  readonly stored: StoredAuthorizers;
  readonly policyFile: string | undefined;
  readonly metrics: MetricsRegistry;
  readonly onError: (error: unknown) => void;
  /** Opens connections to webhooks. Unset: they are direct. */
  readonly dial?: Dial | undefined;
}

/** Authorizers of the previous configuration may still have requests in flight. */
const graceMilliseconds = 60_000;

/** Builds authorizers from successive configurations: the latest is in use, and earlier ones are closed. */
export class AuthorizerFactory {
  readonly #options: AuthorizerFactoryOptions;
  /** Those of the first configuration; these types cannot be added later. */
  readonly #lasting: ReadonlyMap<string, Authorizer>;
  #clients = new Closers();
  readonly #former = new Map<Closers, () => void>();

  /** Rejects if the policy file cannot be used. */
  static async create(
    options: AuthorizerFactoryOptions,
    { authorizers }: AuthorizationConfiguration,
  ): Promise<AuthorizerFactory> {
    const lasting = new Map<string, Authorizer>();
    for (const { type } of authorizers)
      if (type !== 'Webhook') lasting.set(type, await lastingAuthorizer(type, options));
    return new AuthorizerFactory(options, lasting);
  }

  private constructor(options: AuthorizerFactoryOptions, lasting: ReadonlyMap<string, Authorizer>) {
    this.#options = options;
    this.#lasting = lasting;
  }

  /** The types that every configuration must contain. */
  get requiredTypes(): ReadonlySet<string> {
    return new Set(this.#lasting.keys());
  }

  /** Allows `system:masters`, then tries the configured authorizers in order. */
  async build({ authorizers }: AuthorizationConfiguration): Promise<Authorizer> {
    const clients = new Closers();
    const built: Authorizer[] = [privilegedGroups('system:masters')];
    try {
      for (const configured of authorizers) {
        const authorizer = await this.#authorizerOf(configured, clients);
        built.push(countedAuthorizer(authorizer, { ...configured, metrics: this.#options.metrics }));
      }
    } catch (error) {
      await clients.close();
      throw error;
    }
    this.#retire(this.#clients);
    this.#clients = clients;
    return unionOfAuthorizers(built);
  }

  async close(): Promise<void> {
    for (const [clients, cancelTimer] of this.#former) {
      cancelTimer();
      await clients.close();
    }
    await this.#clients.close();
  }

  async #authorizerOf({ type, name, webhook }: AuthorizerConfiguration, clients: Closers): Promise<Authorizer> {
    if (type === 'Webhook' && webhook) return openWebhook({ name, webhook }, clients, this.#options);
    const stateless = type === 'AlwaysAllow' ? alwaysAllow : type === 'AlwaysDeny' ? alwaysDeny : undefined;
    const authorizer = this.#lasting.get(type) ?? stateless;
    if (authorizer) return authorizer;
    throw new Error(`authorizer type ${type} is not allowed if it was not enabled at initial server startup`);
  }

  #retire(clients: Closers): void {
    const close = (): void => {
      this.#former.delete(clients);
      void clients.close();
    };
    this.#former.set(clients, systemClock.after(graceMilliseconds, close, { unref: true }));
  }
}

async function lastingAuthorizer(type: string, { stored, policyFile }: AuthorizerFactoryOptions): Promise<Authorizer> {
  switch (type) {
    case 'AlwaysAllow':
      return alwaysAllow;
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'Node':
      return stored.nodes;
    case 'RBAC':
      return stored.rbac;
    case 'ABAC': {
      const { AttributePolicies } = await import('../../server/authorization/abac/index.js');
      return AttributePolicies.load(policyFile ?? '');
    }
    default:
      throw new Error(`unknown authorization mode ${type} specified`);
  }
}

async function openWebhook(
  { name, webhook }: { readonly name: string; readonly webhook: WebhookConfiguration },
  clients: Closers,
  { metrics, onError, dial }: AuthorizerFactoryOptions,
): Promise<Authorizer> {
  const { KubeconfigWebhook } = await import('../../client/kubeconfig-webhook/index.js');
  const { WebhookAuthorizer } = await import('../../server/authorization/webhook/index.js');
  const { kubeConfigFile } = webhook.connectionInfo;
  if (!kubeConfigFile) throw new Error(`authorizer ${name}: a webhook requires a kubeconfig file`);
  const timeoutMilliseconds = webhook.timeout || undefined;
  const client = clients.add(await KubeconfigWebhook.load(kubeConfigFile, { timeoutMilliseconds, dial }));
  return new WebhookAuthorizer({
    name,
    review: (review) => client.review(review),
    version: webhook.subjectAccessReviewVersion === 'v1' ? 'v1' : 'v1beta1',
    allowedMilliseconds: webhook.cacheAuthorizedRequests ? webhook.authorizedTTL : 0,
    otherMilliseconds: webhook.cacheUnauthorizedRequests ? webhook.unauthorizedTTL : 0,
    onFailure: webhook.failurePolicy === 'Deny' ? 'deny' : 'no-opinion',
    matchConditions: webhook.matchConditions,
    metrics,
    onError,
  });
}
