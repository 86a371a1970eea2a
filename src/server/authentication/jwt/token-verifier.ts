// Follows vendor/github.com/coreos/go-oidc/verify.go (v1.36)

import { goQuote, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import { type RegisteredClaims, registeredClaims, textClaim } from '../registered-claims.js';
import { WebToken } from '../web-token.js';
import type { RemoteKeys } from './remote-keys.js';

export interface TokenVerifierOptions {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly keys: RemoteKeys;
  readonly now: () => number;
}

const notBeforeLeewaySeconds = 60;
const googleIssuer = 'https://accounts.google.com';

/** Verifies issuer, audience, signature and validity period of tokens. */
export class TokenVerifier {
  readonly #options: TokenVerifierOptions;

  constructor(options: TokenVerifierOptions) {
    this.#options = options;
  }

  /**
   * Returns the claims of a valid token. Throws an error that describes the problem, in the words of kube-apiserver.
   */
  async verify(text: string): Promise<JsonObject> {
    const { algorithms, keys } = this.#options;
    const token = WebToken.parse(text);
    if (!token) throw new Error('oidc: malformed jwt');
    const { header, claims, signed: data, signature } = token;
    const { alg, kid } = header;
    if (typeof alg !== 'string' || !algorithms.includes(alg)) {
      const expected = quotedList(algorithms);
      throw new Error(
        `oidc: id token signed with unsupported algorithm, expected ${expected} got ${goQuote(String(alg ?? ''))}`,
      );
    }
    try {
      await keys.verify({ algorithm: alg, data, signature }, typeof kid === 'string' ? kid : '');
    } catch (error) {
      throw new Error(`failed to verify signature: ${(error as Error).message}`, { cause: error });
    }
    const registered = registeredIn(claims);
    this.#checkIssuer(registered.issuer);
    this.#checkAudience(registered.audiences);
    this.#checkTimes(registered);
    return claims;
  }

  #checkIssuer(claimed: string): void {
    const { issuer } = this.#options;
    if (issuerOf(claimed) === issuer) return;
    const expected = goQuote(issuer);
    throw new Error(`oidc: id token issued by a different provider, expected ${expected} got ${goQuote(claimed)}`);
  }

  #checkAudience(claimed: readonly string[]): void {
    const { audiences } = this.#options;
    if (audiences.some((audience) => claimed.includes(audience))) return;
    const [only, ...more] = audiences;
    const expected =
      more.length === 0 ? `audience ${goQuote(only ?? '')}` : `audience in ${quotedList([...audiences].sort())}`;
    throw new Error(`oidc: expected ${expected} got ${quotedList(claimed)}`);
  }

  /** A token without expiry is expired. */
  #checkTimes({ exp = 0, nbf }: RegisteredClaims): void {
    const now = this.#options.now() / 1000;
    if (exp < now) throw new Error(`oidc: token is expired (Token Expiry: ${timeText(exp)})`);
    if (nbf !== undefined && now + notBeforeLeewaySeconds < nbf) {
      throw new Error(`oidc: current time ${timeText(now)} before the nbf (not before) time: ${timeText(nbf)}`);
    }
  }
}

/** The issuer that a token names; Google uses two names. */
export function issuerOf(claimed: JsonValue | undefined): string | undefined {
  if (claimed === 'accounts.google.com') return googleIssuer;
  return typeof claimed === 'string' ? claimed : undefined;
}

/** `exp` and `iat` may be absent, but not null. */
function registeredIn(claims: JsonObject): RegisteredClaims {
  try {
    if (claims['exp'] === null || claims['iat'] === null) throw new Error('json: invalid number literal');
    for (const name of ['nonce', 'at_hash']) textClaim(claims, name);
    return registeredClaims(claims);
  } catch (error) {
    throw new Error(`oidc: failed to unmarshal claims: ${(error as Error).message}`, { cause: error });
  }
}

function quotedList(texts: readonly string[]): string {
  return `[${texts.map(goQuote).join(' ')}]`;
}

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}
