import { goQuote, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
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

/** Whether tokens are of an issuer, meant for us, and valid now. */
export class TokenVerifier {
  readonly #options: TokenVerifierOptions;

  constructor(options: TokenVerifierOptions) {
    this.#options = options;
  }

  /** The claims of a good token. Throws an error that says what is wrong, in the words of kube-apiserver. */
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
    this.#checkIssuer(claims['iss']);
    this.#checkAudience(audiencesIn(claims['aud']));
    this.#checkTimes(claims);
    return claims;
  }

  #checkIssuer(claimed: JsonValue | undefined): void {
    const { issuer } = this.#options;
    if (issuerOf(claimed) === issuer) return;
    const got = goQuote(typeof claimed === 'string' ? claimed : '');
    throw new Error(`oidc: id token issued by a different provider, expected ${goQuote(issuer)} got ${got}`);
  }

  #checkAudience(claimed: readonly string[]): void {
    const { audiences } = this.#options;
    if (audiences.some((audience) => claimed.includes(audience))) return;
    const [only, ...more] = audiences;
    const expected =
      more.length === 0 ? `audience ${goQuote(only ?? '')}` : `audience in ${quotedList([...audiences].sort())}`;
    throw new Error(`oidc: expected ${expected} got ${quotedList(claimed)}`);
  }

  /** A token that does not say when it ends has ended. */
  #checkTimes({ exp, nbf }: JsonObject): void {
    const now = this.#options.now() / 1000;
    const expiry = typeof exp === 'number' ? exp : 0;
    if (expiry < now) throw new Error(`oidc: token is expired (Token Expiry: ${timeText(expiry)})`);
    if (typeof nbf === 'number' && now + notBeforeLeewaySeconds < nbf) {
      throw new Error(`oidc: current time ${timeText(now)} before the nbf (not before) time: ${timeText(nbf)}`);
    }
  }
}

/** Whom a token says that it is of; Google has two names. */
export function issuerOf(claimed: JsonValue | undefined): string | undefined {
  if (claimed === 'accounts.google.com') return googleIssuer;
  return typeof claimed === 'string' ? claimed : undefined;
}

function audiencesIn(claim: JsonValue | undefined): readonly string[] {
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim) ? claim.filter((item) => typeof item === 'string') : [];
}

function quotedList(texts: readonly string[]): string {
  return `[${texts.map(goQuote).join(' ')}]`;
}

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}
