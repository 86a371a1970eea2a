// Follows pkg/serviceaccount/jwt.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { goQuote, type JsonObject, textIn } from '../../apimachinery/meta/index.js';
import {
  ClaimTypeError,
  refused,
  type TokenAuthenticator,
  type TokenOwner,
  WebToken,
} from '../../server/authentication/index.js';
import { authenticationMetrics, type MetricsRegistry, only } from '../../server/metrics/index.js';
import { type AccountClaims, accountClaims, checkAccountClaims } from './account-claims.js';
import type { FindObject } from './bound-objects.js';
import {
  checkLegacyClaims,
  type LegacyClaims,
  type LegacyTokenKind,
  legacyClaims,
  legacyIssuer,
} from './legacy-claims.js';
import type { TokenIssuer } from './token-issuer.js';
import type { OnTokenUse } from './token-use.js';
import { isSignedWith } from './web-token.js';

export interface AccountTokenOptions {
  /** --service-account-issuer: accepted issuers. */
  readonly issuers: readonly string[];
  readonly tokens: Pick<TokenIssuer, 'keysFor'>;
  /** --api-audiences: audiences of tokens that contain none. */
  readonly audiences: readonly string[];
  /** --service-account-lookup: whether secret-based tokens are valid only while the secret exists. */
  readonly lookup: boolean;
  readonly find: FindObject;
  /** Called when a secret-based token is used. */
  readonly onUse?: OnTokenUse;
  readonly metrics?: MetricsRegistry | undefined;
  readonly now?: () => number;
}

/** Authenticates service account tokens, as long as the account and the bound objects exist. */
export class AccountTokenAuthenticator implements TokenAuthenticator {
  readonly #options: AccountTokenOptions;
  readonly #now: () => number;

  constructor(options: AccountTokenOptions) {
    this.#options = options;
    this.#now = options.now ?? systemClock.now;
  }

  async authenticateToken(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined> {
    const claims = await this.#verify(token);
    if (!claims) return undefined;
    const { audiences: implied, find, lookup, onUse } = this.#options;
    const read = readable(() => (claims['iss'] === legacyIssuer ? legacyClaims(claims) : accountClaims(claims)));
    const met = audiencesMet({ claimed: read.audiences, requested: audiences, implied });
    const user =
      'secretName' in read
        ? await checkLegacyClaims({
            token,
            claims: read,
            find: lookup ? find : undefined,
            onUse,
            onKind: this.#countKind,
          })
        : await checkAccountClaims({ claims: read, find, now: this.#now() });
    this.#count(read);
    return { user, audiences: met };
  }

  readonly #countKind = (kind: LegacyTokenKind): void => {
    const { autoTokens: auto, manualTokens: manual, invalidTokens: invalid } = authenticationMetrics;
    const { metrics } = this.#options;
    if (metrics) only(metrics.counter({ auto, manual, invalid }[kind])).increment();
  };

  /** Tokens with extended lifetime contain the time after which they should have been refreshed. */
  #count(claims: AccountClaims | LegacyClaims): void {
    const { metrics } = this.#options;
    if (!metrics) return;
    const { legacyTokens, staleTokens, validTokens } = authenticationMetrics;
    if ('secretName' in claims) only(metrics.counter(legacyTokens)).increment();
    else if (claims.warnAfter) {
      only(metrics.counter(this.#now() > claims.warnAfter * 1000 ? staleTokens : validTokens)).increment();
    }
  }

  /**
   * Returns the claims of a token from our issuer; undefined for other issuers. Throws `refused` if the signature is
   * invalid.
   */
  async #verify(text: string): Promise<JsonObject | undefined> {
    const token = WebToken.parse(text);
    const issuer = textIn(token?.claims['iss']);
    if (!token || !(issuer === legacyIssuer || this.#options.issuers.includes(issuer))) return undefined;
    const keys = await this.#options.tokens.keysFor(token);
    if (keys.length === 0) throw refused('invalid signature, no keys found');
    if (!keys.some((key) => isSignedWith(key, token))) {
      throw refused('go-jose/go-jose: error in cryptographic primitive');
    }
    return token.claims;
  }
}

/** A token with a claim of the wrong type is invalid even if it is signed. Throws `refused`. */
function readable<Claims>(read: () => Claims): Claims {
  try {
    return read();
  } catch (error) {
    if (error instanceof ClaimTypeError) throw refused(error.message);
    throw error;
  }
}

interface AudienceRequest {
  readonly claimed: readonly string[];
  readonly requested: readonly string[];
  readonly implied: readonly string[];
}

/** Throws `refused` if no audience of the token matches. */
function audiencesMet({ claimed, requested, implied }: AudienceRequest): readonly string[] {
  const [own, wanted] = [claimed.length > 0 ? claimed : implied, requested.length > 0 ? requested : implied];
  const met = own.flatMap((audience) => wanted.filter((one) => one === audience));
  if (met.length === 0 && implied.length > 0) {
    const list = (audiences: readonly string[]): string => `[${audiences.map(goQuote).join(' ')}]`;
    throw refused(`token audiences ${list(own)} is invalid for the target audiences ${list(wanted)}`);
  }
  return met;
}
