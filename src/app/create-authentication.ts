import type { KubeServer } from '../kube/index.js';
import type { ServiceAccountTokensOptions } from '../kube/service-account-tokens/index.js';
import {
  createAuthenticator,
  type FileAuthenticator,
  type TokenAuthenticator,
} from '../server/authentication/index.js';
import type { MetricsRegistry } from '../server/metrics/index.js';
import { Closers } from './closers.js';
import type { ServerConfig, TokenWebhookConfig } from './config/index.js';
import { createAccountTokens } from './create-account-tokens.js';
import { asUsageError } from './usage-error.js';

export interface AuthenticationDependencies {
  /** There when the first request is. */
  readonly kube: () => KubeServer;
  readonly metrics: MetricsRegistry;
  readonly onError: (error: unknown) => void;
}

/** Who knows the clients of the servers, and what service accounts get tokens with. */
export interface Authentication {
  readonly authenticator: FileAuthenticator;
  readonly accountTokens: ServiceAccountTokensOptions;
  close(): Promise<void>;
}

/** Rejects where files that flags name cannot be used. What is not used is not loaded. */
export async function createAuthentication(
  config: ServerConfig,
  dependencies: AuthenticationDependencies,
): Promise<Authentication> {
  const closers = new Closers();
  try {
    const finding = createAccountTokens(config, (resource, ref) => dependencies.kube().findBound(resource, ref));
    const accountTokens = await asUsageError('service account flags', finding);
    const tokens = [accountTokens.authenticator, ...(await moreTokens(config.authentication, dependencies, closers))];
    const creating = createAuthenticator({ ...config.authentication, ...dependencies, tokens });
    const authenticator = closers.add(await asUsageError('authentication flags', creating));
    return { authenticator, accountTokens: accountTokens.options, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** In upstream's order: those that are known here, before those that others are asked about. */
async function moreTokens(
  config: ServerConfig['authentication'],
  dependencies: AuthenticationDependencies,
  closers: Closers,
): Promise<TokenAuthenticator[]> {
  const { audiences, acceptsBootstrapTokens, webhook } = config;
  const tokens: TokenAuthenticator[] = [];
  if (acceptsBootstrapTokens) {
    const { bootstrapTokens } = await import('../kube/bootstrap-tokens/index.js');
    tokens.push(bootstrapTokens({ findSecret: (ref) => dependencies.kube().findBound('secrets', ref), audiences }));
  }
  if (webhook) tokens.push(await openWebhook(webhook, { ...dependencies, audiences, closers }));
  return tokens;
}

async function openWebhook(
  { kubeconfigFile, version, cacheMilliseconds }: TokenWebhookConfig,
  options: AuthenticationDependencies & { readonly audiences: readonly string[]; readonly closers: Closers },
): Promise<TokenAuthenticator> {
  const { KubeconfigWebhook } = await import('../client/kubeconfig-webhook/index.js');
  const { CachedTokens, webhookTokens } = await import('../server/authentication/index.js');
  const { audiences, onError, metrics, closers } = options;
  const loading = KubeconfigWebhook.load(kubeconfigFile);
  const client = closers.add(await asUsageError('--authentication-token-webhook-config-file', loading));
  const tokens = webhookTokens({ review: (review) => client.review(review), version, audiences, onError });
  return new CachedTokens(tokens, {
    successMilliseconds: cacheMilliseconds,
    failureMilliseconds: cacheMilliseconds,
    keepsErrors: false,
    metrics,
  });
}
