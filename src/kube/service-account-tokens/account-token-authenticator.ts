import { systemClock } from '../../apimachinery/clock/index.js';
import { goQuote, type JsonObject } from '../../apimachinery/meta/index.js';
import {
  ClaimTypeError,
  refused,
  type TokenAuthenticator,
  type TokenOwner,
  WebToken,
} from '../../server/authentication/index.js';
import { authenticationMetrics, type MetricsRegistry, only } from '../../server/metrics/index.js';
import { textIn } from '../fields.js';
import { type AccountClaims, accountClaims, checkAccountClaims } from './account-claims.js';
import type { FindObject } from './bound-objects.js';
import { checkLegacyClaims, type LegacyClaims, legacyClaims, legacyIssuer } from './legacy-claims.js';
import type { VerifyingKey } from './token-keys.js';
import type { OnTokenUse } from './token-use.js';
import { isSignedWith, keysAmong } from './web-token.js';

export interface AccountTokenOptions {
  /** --service-account-issuer: whose tokens are accepted. */
  readonly issuers: readonly string[];
  readonly keys: readonly VerifyingKey[];
  /** --api-audiences: whom tokens are for that do not say. */
  readonly audiences: readonly string[];
  /** --service-account-lookup: whether tokens that are kept in secrets count only as long as they are. */
  readonly lookup: boolean;
  readonly find: FindObject;
  /** Told of tokens that are kept in secrets. */
  readonly onUse?: OnTokenUse;
  readonly metrics?: MetricsRegistry | undefined;
  readonly now?: () => number;
}

/** Knows service accounts by their tokens, as long as the account is there, and what the token is bound to. */
export class AccountTokenAuthenticator implements TokenAuthenticator {
  readonly #options: AccountTokenOptions;
  readonly #now: () => number;

  constructor(options: AccountTokenOptions) {
    this.#options = options;
    this.#now = options.now ?? systemClock.now;
  }

  async authenticateToken(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined> {
    const claims = this.#verify(token);
    if (!claims) return undefined;
    const { audiences: implied, find, lookup, onUse } = this.#options;
    const read = readable(() => (claims['iss'] === legacyIssuer ? legacyClaims(claims) : accountClaims(claims)));
    const met = audiencesMet({ claimed: read.audiences, asked: audiences, implied });
    const user =
      'secretName' in read
        ? await checkLegacyClaims({ token, claims: read, find: lookup ? find : undefined, onUse })
        : await checkAccountClaims({ claims: read, find, now: this.#now() });
    this.#count(read);
    return { user, audiences: met };
  }

  /** Tokens that live longer than they were asked for say until when they should have been renewed. */
  #count(claims: AccountClaims | LegacyClaims): void {
    const { metrics } = this.#options;
    if (!metrics) return;
    const { legacyTokens, staleTokens, validTokens } = authenticationMetrics;
    if ('secretName' in claims) only(metrics.counter(legacyTokens)).increment();
    else if (claims.warnAfter) {
      only(metrics.counter(this.#now() > claims.warnAfter * 1000 ? staleTokens : validTokens)).increment();
    }
  }

  /** The claims of a token of ours; undefined for one of somebody else. Throws `refused` for one that is forged. */
  #verify(text: string): JsonObject | undefined {
    const token = WebToken.parse(text);
    const issuer = textIn(token?.claims['iss']);
    if (!token || !(issuer === legacyIssuer || this.#options.issuers.includes(issuer))) return undefined;
    const keys = keysAmong(this.#options.keys, token);
    if (keys.length === 0) throw refused('invalid signature, no keys found');
    if (!keys.some((key) => isSignedWith(key, token))) {
      throw refused('go-jose/go-jose: error in cryptographic primitive');
    }
    return token.claims;
  }
}

/** A token with a claim that is not of its type is no good, whoever has signed it. Throws `refused`. */
function readable<Claims>(read: () => Claims): Claims {
  try {
    return read();
  } catch (error) {
    if (error instanceof ClaimTypeError) throw refused(error.message);
    throw error;
  }
}

interface AudienceQuestion {
  readonly claimed: readonly string[];
  readonly asked: readonly string[];
  readonly implied: readonly string[];
}

/** Throws `refused` where a token is for none of those who ask. */
function audiencesMet({ claimed, asked, implied }: AudienceQuestion): readonly string[] {
  const [own, wanted] = [claimed.length > 0 ? claimed : implied, asked.length > 0 ? asked : implied];
  const met = own.flatMap((audience) => wanted.filter((one) => one === audience));
  if (met.length === 0 && implied.length > 0) {
    const list = (audiences: readonly string[]): string => `[${audiences.map(goQuote).join(' ')}]`;
    throw refused(`token audiences ${list(own)} is invalid for the target audiences ${list(wanted)}`);
  }
  return met;
}
