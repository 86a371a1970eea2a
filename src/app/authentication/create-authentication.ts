import type { RestClient } from '../../client/rest/index.js';
import {
  boundObjects,
  type FindObject,
  type ServiceAccountTokensOptions,
  type SigningKey,
} from '../../kube/service-account-tokens/index.js';
import {
  CachedTokens,
  createAuthenticator,
  type FileAuthenticator,
  type TokenAuthenticator,
  type TokenRevocations,
} from '../../server/authentication/index.js';
import type { AnonymousConfiguration } from '../../server/authentication/jwt/index.js';
import type { EgressSelector } from '../../server/egress/index.js';
import { asUsageError } from '../../server/flags/index.js';
import type { MetricsRegistry } from '../../server/metrics/index.js';
import { Closers } from '../../server/process/index.js';
import type { Stores } from '../../server/registry/index.js';
import type { AuthenticationConfig, ServerConfig, TokenWebhookConfig } from '../config/index.js';
import { createAccountTokens } from './create-account-tokens.js';
import { type Issuers, openIssuers } from './open-issuers.js';

export interface AuthenticationDependencies {
  /** The stores of what tokens are bound to. */
  readonly stores: Stores;
  readonly metrics: MetricsRegistry;
  readonly client: RestClient;
  /** Set if several processes serve as one. */
  readonly revocations?: TokenRevocations | undefined;
  /** Undefined: all connections are direct. */
  readonly egress?: EgressSelector | undefined;
  readonly onError: (error: unknown) => void;
}

/** The authenticator of requests, and what service account tokens are issued with. */
export interface Authentication {
  readonly authenticator: FileAuthenticator;
  readonly accountTokens: ServiceAccountTokensOptions;
  /** The private key of service account tokens; undefined: an external signer has it. */
  readonly signing: SigningKey | undefined;
  close(): Promise<void>;
}

/**
 * Creates the authenticators in upstream's order: local ones before webhooks. Rejects if a file that a flag names
 * cannot be used. Modules that are not needed are not loaded.
 */
export async function createAuthentication(
  config: ServerConfig,
  dependencies: AuthenticationDependencies,
): Promise<Authentication> {
  const closers = new Closers();
  try {
    const find = boundObjects(dependencies.stores);
    const finding = createAccountTokens(config, { ...dependencies, find, closers });
    const accountTokens = await asUsageError('service account flags', finding);
    const issuers = await asUsageError('authentication configuration', findIssuers(config, dependencies, closers));
    const tokens = [
      accountTokens.authenticator,
      ...(await bootstrapTokensOf(config.authentication, find)),
      ...(issuers ? [issuers.tokens] : []),
      ...(await webhookOf(config.authentication, { ...dependencies, closers })),
    ];
    const anonymous = issuers?.anonymous && anonymousOf(issuers.anonymous);
    const creating = createAuthenticator({
      ...config.authentication,
      ...dependencies,
      ...anonymous,
      tokens,
      readsCertificateUid: config.features.isEnabled('AllowParsingUserUIDFromCertAuth'),
    });
    const authenticator = closers.add(await asUsageError('authentication flags', creating));
    const { options, signing } = accountTokens;
    return { authenticator, accountTokens: options, signing, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function findIssuers(
  { authentication, serviceAccounts, serverId, features }: ServerConfig,
  dependencies: AuthenticationDependencies,
  closers: Closers,
): Promise<Issuers | undefined> {
  const serviceAccountIssuers = serviceAccounts.issuers;
  const { egress } = dependencies;
  const findDialer = egress && ((network: string) => egress.dialer(network));
  const own = { serviceAccountIssuers, serverId, features, closers, findDialer };
  return openIssuers(authentication, { ...dependencies, ...own });
}

function anonymousOf({ enabled, conditions }: AnonymousConfiguration) {
  return { anonymous: enabled, anonymousPaths: conditions.map(({ path }) => path) };
}

async function bootstrapTokensOf(
  { acceptsBootstrapTokens, audiences }: AuthenticationConfig,
  find: FindObject,
): Promise<TokenAuthenticator[]> {
  if (!acceptsBootstrapTokens) return [];
  const { bootstrapTokens } = await import('../../kube/bootstrap-tokens/index.js');
  return [bootstrapTokens({ findSecret: (ref) => find('secrets', ref), audiences })];
}

async function webhookOf(
  { webhook, audiences }: AuthenticationConfig,
  options: AuthenticationDependencies & { readonly closers: Closers },
): Promise<TokenAuthenticator[]> {
  return webhook ? [await openWebhook(webhook, { ...options, audiences })] : [];
}

async function openWebhook(
  { kubeconfigFile, version, cacheMilliseconds }: TokenWebhookConfig,
  options: AuthenticationDependencies & { readonly audiences: readonly string[]; readonly closers: Closers },
): Promise<TokenAuthenticator> {
  const { KubeconfigWebhook } = await import('../../client/kubeconfig-webhook/index.js');
  const { webhookTokens } = await import('../../server/authentication/webhook/index.js');
  const { audiences, onError, metrics, closers, egress } = options;
  const loading = KubeconfigWebhook.load(kubeconfigFile, { dial: egress?.dialer('controlplane') });
  const client = closers.add(await asUsageError('--authentication-token-webhook-config-file', loading));
  const tokens = webhookTokens({ review: (review) => client.review(review), version, audiences, onError });
  return new CachedTokens(tokens, {
    successMilliseconds: cacheMilliseconds,
    failureMilliseconds: cacheMilliseconds,
    keepsErrors: false,
    metrics,
  });
}
