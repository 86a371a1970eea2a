// Follows pkg/serviceaccount/openidmetadata.go (v1.36)
// Follows pkg/routes/openidmetadata.go (v1.36)

import { genericServerResponse, noRepresentation } from '../../apimachinery/status/index.js';
import type { ApiRequest, ApiResponse } from '../../server/http/index.js';
import type { TextDocument } from '../../server/openapi/index.js';
import type { TokenIssuer } from './token-issuer.js';

export interface OpenIdOptions {
  readonly issuer: string;
  readonly keys: Pick<TokenIssuer, 'published' | 'maxAgeSeconds'>;
  /** --service-account-jwks-uri; empty: the server's own. */
  readonly keysUrl: string;
  /** External host and port of the server. */
  readonly externalAddress: string;
}

const configurationPath = '/.well-known/openid-configuration';
const configurationType = 'application/json';
const keysPath = '/openid/v1/jwks';
const keysType = 'application/jwk-set+json';

const documents: readonly TextDocument[] = [
  {
    path: configurationPath,
    id: 'getServiceAccountIssuerOpenIDConfiguration',
    tag: 'WellKnown',
    description: 'get the OpenID Connect configuration of the service account issuer',
    mediaType: 'application/json',
  },
  {
    path: keysPath,
    id: 'getServiceAccountIssuerOpenIDKeyset',
    tag: 'openid',
    description: 'get the keys that verify service account tokens',
    mediaType: 'application/jwk-set+json',
  },
];

/** OpenID discovery documents, with which third parties verify service account tokens. */
export class OpenIdDocuments {
  readonly #options: OpenIdOptions;
  readonly #isServed: boolean;

  constructor(options: OpenIdOptions) {
    this.#options = options;
    this.#isServed = isIssuerUrl(options.issuer);
  }

  /** Paths of the documents; none if the issuer is not a valid discovery URL. */
  get published(): readonly TextDocument[] {
    return this.#isServed ? documents : [];
  }

  /**
   * Returns undefined if the path is not one of the documents, or the issuer does not support discovery. Throws
   * StatusError.
   */
  respond(request: ApiRequest): ApiResponse | undefined {
    if (!this.#isServed) return undefined;
    const { maxAgeSeconds } = this.#options.keys;
    if (request.path === configurationPath) {
      return documentFor(request, { type: configurationType, maxAgeSeconds }, () => this.#configuration());
    }
    if (request.path !== keysPath) return undefined;
    return documentFor(request, { type: keysType, maxAgeSeconds }, () => this.#keySet());
  }

  #configuration(): object {
    const { issuer, keys, keysUrl, externalAddress } = this.#options;
    return {
      issuer,
      jwks_uri: keysUrl || `https://${externalAddress}${keysPath}`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...new Set(keys.published.map(({ algorithm }) => algorithm.name))].sort(),
    };
  }

  #keySet(): object {
    return { keys: this.#options.keys.published.map(({ webKey }) => webKey) };
  }
}

/** Throws if the method or media type is not supported. */
function documentFor(
  request: ApiRequest,
  { type, maxAgeSeconds }: { type: string; maxAgeSeconds: number },
  document: () => object,
): ApiResponse {
  if (request.method !== 'GET') throw genericServerResponse({ code: 405, method: '' });
  const accepted = (request.header('accept') || '*/*').split(',').map((range) => range.split(';')[0]!.trim());
  if (!accepted.includes(type) && !accepted.includes('*/*')) throw noRepresentation([type]);
  const headers = { 'content-type': type, 'cache-control': `public, max-age=${maxAgeSeconds}` };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(document())) };
}

/** Whether an issuer meets the requirements of OpenID Connect. */
function isIssuerUrl(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, search, hash } = new URL(issuer);
  return protocol === 'https:' && search === '' && hash === '';
}
