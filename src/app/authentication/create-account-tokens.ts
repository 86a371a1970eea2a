import { formatDuration } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import {
  AccountTokenAuthenticator,
  type FindObject,
  labelWithLastUse,
  localIssuer,
  readTokenKeys,
  type ServiceAccountTokensOptions,
  type SigningKey,
  type TokenIssuer,
} from '../../kube/service-account-tokens/index.js';
import type { TokenAuthenticator } from '../../server/authentication/index.js';
import type { MetricsRegistry } from '../../server/metrics/index.js';
import type { Closers } from '../../server/process/index.js';
import type { ServerConfig, ServiceAccountConfig } from '../config/index.js';

interface AccountTokens {
  /** The private key; undefined: an external signer has it. */
  readonly signing: SigningKey | undefined;
  /** Options for issuing tokens. */
  readonly options: ServiceAccountTokensOptions;
  /** Authenticates the tokens. */
  readonly authenticator: TokenAuthenticator;
}

interface AccountTokenDependencies {
  readonly find: FindObject;
  readonly metrics: MetricsRegistry;
  readonly client: RestClient;
  readonly closers: Closers;
  readonly onError: (error: unknown) => void;
}

/** Rejects if a key file cannot be used. */
export async function createAccountTokens(
  { serviceAccounts, authentication: { audiences = [] } }: ServerConfig,
  dependencies: AccountTokenDependencies,
): Promise<AccountTokens> {
  const { issuers, lookup } = serviceAccounts;
  const { tokens, signing, ...limits } = await issuerOf(serviceAccounts, dependencies);
  return {
    options: { ...serviceAccounts, ...limits, issuer: issuers[0]!, tokens, apiAudiences: audiences },
    signing,
    authenticator: new AccountTokenAuthenticator({
      issuers,
      tokens,
      audiences,
      lookup,
      find: dependencies.find,
      metrics: dependencies.metrics,
      onUse: labelWithLastUse(dependencies),
    }),
  };
}

interface Issuer {
  readonly tokens: TokenIssuer;
  readonly signing: SigningKey | undefined;
  readonly maxExpirationSeconds: number;
  readonly extendedExpirationSeconds?: number;
}

async function issuerOf(config: ServiceAccountConfig, dependencies: AccountTokenDependencies): Promise<Issuer> {
  const { signer, maxExpirationSeconds } = config;
  if (signer !== undefined) return openSigner(signer, maxExpirationSeconds, dependencies);
  const keys = await readTokenKeys(config);
  return { tokens: localIssuer(keys), signing: keys.signing, maxExpirationSeconds };
}

const leastSeconds = 600;
const oneYearSeconds = 365 * 24 * 3600;

async function openSigner(
  socket: string,
  maxExpirationSeconds: number,
  { metrics, closers, onError }: AccountTokenDependencies,
): Promise<Issuer> {
  const { ExternalSigner } = await import('../../kube/service-account-tokens/external-signer/index.js');
  const tokens = closers.add(new ExternalSigner({ socket, metrics, onError }));
  const supported = await setUp(tokens);
  if (supported < leastSeconds) {
    const limits = `(${supported}s) is less than acceptable (min ${leastSeconds}s)`;
    throw new Error(`max token life supported by external-jwt-signer ${limits}`);
  }
  if (maxExpirationSeconds > supported) {
    const durations = [maxExpirationSeconds, supported].map((seconds) => formatDuration(seconds * 1000)).join(' > ');
    throw new Error(
      `service-account-max-token-expiration cannot be set longer than the token expiration supported by service-account-signing-endpoint: ${durations}`,
    );
  }
  return {
    tokens,
    signing: undefined,
    maxExpirationSeconds: maxExpirationSeconds || supported,
    extendedExpirationSeconds: Math.min(supported, oneYearSeconds),
  };
}

/** Returns the longest lifetime of a token that the signer supports, in seconds. */
async function setUp(signer: { start(): Promise<void>; maxExpirationSeconds(): Promise<number> }): Promise<number> {
  try {
    await signer.start();
    return await signer.maxExpirationSeconds();
  } catch (error) {
    throw new Error(`while setting up external-jwt-signer: ${(error as Error).message}`, { cause: error });
  }
}
