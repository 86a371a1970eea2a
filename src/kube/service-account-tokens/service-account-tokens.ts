import type { Connect } from '../../server/registry/index.js';
import type { FindObject } from './bound-objects.js';
import { OpenIdDocuments, type OpenIdOptions } from './open-id-documents.js';
import type { TokenKeys } from './token-keys.js';
import { type TokenRequestOptions, tokenRequests } from './token-request.js';

export interface ServiceAccountTokensOptions
  extends Omit<TokenRequestOptions, 'key' | 'find'>,
    Omit<OpenIdOptions, 'issuer' | 'keys'> {
  readonly keys: TokenKeys;
}

/** Issues service account tokens, and serves the documents for their verification. */
export class ServiceAccountTokens {
  /** Handles TokenRequests. */
  readonly response: Connect;
  readonly documents: OpenIdDocuments;

  constructor(options: ServiceAccountTokensOptions, find: FindObject) {
    const { keys, issuer, keysUrl, externalAddress } = options;
    this.response = tokenRequests({ ...options, key: keys.signing, find });
    this.documents = new OpenIdDocuments({ issuer, keys: keys.verifying, keysUrl, externalAddress });
  }
}
