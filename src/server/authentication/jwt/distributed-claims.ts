// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/oidc.go (v1.36)

import { goQuote, isJsonObject, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import type { HttpClient } from '../../../client/http/index.js';
import { textClaim } from '../registered-claims.js';
import { WebToken } from '../web-token.js';
import { OpenIdProvider } from './open-id-provider.js';
import { issuerOf, TokenVerifier, type TokenVerifierOptions } from './token-verifier.js';

export interface DistributedClaimsOptions extends Omit<TokenVerifierOptions, 'issuer' | 'keys'> {
  /** The claim that may be distributed. */
  readonly claim: string;
  readonly http: HttpClient;
  readonly onError: (error: unknown) => void;
}

/** More issuers than a token needs. The limit keeps forged tokens from filling memory. */
const maxProviders = 64;

/** Resolves distributed claims: fetches a claim that the token only refers to (OpenID Connect Core, 5.6.2). */
export class DistributedClaims {
  readonly #options: DistributedClaimsOptions;
  readonly #providers = new Map<string, OpenIdProvider>();

  constructor(options: DistributedClaimsOptions) {
    this.#options = options;
  }

  /** Returns the claims including that one. Throws if the token refers to it and it cannot be fetched. */
  async expand(claims: JsonObject): Promise<JsonObject> {
    const { claim } = this.#options;
    const names = claims['_claim_names'];
    if (Object.hasOwn(claims, claim) || names === undefined) return claims;
    if (!isJsonObject(names)) throw new Error('oidc: error parsing distributed claim names: it is not an object');
    const sources = claims['_claim_sources'];
    if (sources === undefined) throw new Error('oidc: no claim sources');
    if (!isJsonObject(sources)) throw new Error('oidc: could not parse claim sources: it is not an object');
    if (!Object.hasOwn(names, claim)) return claims;
    const source = textClaim(names, claim);
    const endpoint = Object.hasOwn(sources, source) ? sources[source] : undefined;
    if (!isJsonObject(endpoint)) {
      throw new Error(`id token _claim_names contained a source ${source} missing in _claims_sources`);
    }
    const { endpoint: url, access_token: token } = endpoint;
    if (typeof url !== 'string' || url === '') return claims;
    const value = await this.#fetch(url, typeof token === 'string' ? token : '');
    return { ...claims, [claim]: value };
  }

  close(): void {
    for (const provider of this.#providers.values()) provider.close();
  }

  async #fetch(url: string, accessToken: string): Promise<JsonValue> {
    const { claim } = this.#options;
    const text = await this.#fetchToken(url, accessToken);
    const issuer = issuerOf(WebToken.parse(text)?.claims['iss']);
    if (issuer === undefined) {
      throw new Error(
        `getting untrusted issuer from endpoint ${url} failed for claim ${goQuote(claim)}: malformed token`,
      );
    }
    const verifier = await this.#verifier(issuer);
    const claims = await verifier.verify(text).catch((error: Error) => {
      throw new Error(`verify distributed claim token: ${error.message}`, { cause: error });
    });
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    if (value !== undefined) return value;
    throw new Error(`jwt returned by distributed claim endpoint ${goQuote(url)} did not contain claim: ${claim}`);
  }

  async #fetchToken(url: string, accessToken: string): Promise<string> {
    const { claim, http } = this.#options;
    try {
      const response = await http.get(
        new URL(url),
        accessToken === '' ? {} : { authorization: `Bearer ${accessToken}` },
      );
      if (response.status >= 200 && response.status <= 226) return response.body.toString();
      throw new Error(`error while getting distributed claim JWT: ${response.status}`);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`while getting distributed claim ${goQuote(claim)}: ${message}`, { cause: error });
    }
  }

  async #verifier(issuer: string): Promise<TokenVerifier> {
    try {
      return new TokenVerifier({ ...this.#options, issuer, keys: await this.#provider(issuer).keys() });
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`verifying untrusted issuer ${issuer} failed: ${message}`, { cause: error });
    }
  }

  #provider(issuer: string): OpenIdProvider {
    const known = this.#providers.get(issuer);
    if (known) return known;
    if (this.#providers.size >= maxProviders) throw new Error('too many issuers of distributed claims');
    const provider = new OpenIdProvider({ ...this.#options, issuer });
    this.#providers.set(issuer, provider);
    provider.start();
    return provider;
  }
}
