import type { RestClient } from '../../client/rest/index.js';
import {
  AccountTokenAuthenticator,
  type FindObject,
  labelWithLastUse,
  readTokenKeys,
  type ServiceAccountTokensOptions,
} from '../../kube/service-account-tokens/index.js';
import type { TokenAuthenticator } from '../../server/authentication/index.js';
import type { MetricsRegistry } from '../../server/metrics/index.js';
import type { ServerConfig } from '../config/index.js';

interface AccountTokens {
  /** Options for issuing tokens. */
  readonly options: ServiceAccountTokensOptions;
  /** Authenticates the tokens. */
  readonly authenticator: TokenAuthenticator;
}

interface AccountTokenDependencies {
  readonly find: FindObject;
  readonly metrics: MetricsRegistry;
  readonly client: RestClient;
  readonly onError: (error: unknown) => void;
}

/** Rejects if a key file cannot be used. */
export async function createAccountTokens(
  { serviceAccounts, authentication: { audiences = [] } }: ServerConfig,
  dependencies: AccountTokenDependencies,
): Promise<AccountTokens> {
  const { issuers, signingKey, keyFiles, lookup, ...rest } = serviceAccounts;
  const keys = await readTokenKeys({ signingKey, keyFiles });
  return {
    options: { ...rest, issuer: issuers[0]!, keys, apiAudiences: audiences },
    authenticator: new AccountTokenAuthenticator({
      issuers,
      keys: keys.verifying,
      audiences,
      lookup,
      find: dependencies.find,
      metrics: dependencies.metrics,
      onUse: labelWithLastUse(dependencies),
    }),
  };
}
