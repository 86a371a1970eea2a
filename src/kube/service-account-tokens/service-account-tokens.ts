// Follows pkg/serviceaccount/claims.go (v1.36)
// Follows pkg/serviceaccount/jwt.go (v1.36)

import type { Connect } from '../../server/registry/index.js';
import type { FindObject } from './bound-objects.js';
import { OpenIdDocuments, type OpenIdOptions } from './open-id-documents.js';
import type { TokenIssuer } from './token-issuer.js';
import { type TokenRequestOptions, tokenRequests } from './token-request.js';

export interface ServiceAccountTokensOptions
  extends Omit<TokenRequestOptions, 'sign' | 'find'>,
    Omit<OpenIdOptions, 'issuer' | 'keys'> {
  readonly tokens: TokenIssuer;
}

/** Issues service account tokens, and serves the documents for their verification. */
export class ServiceAccountTokens {
  /** Handles TokenRequests. */
  readonly response: Connect;
  readonly documents: OpenIdDocuments;

  constructor(options: ServiceAccountTokensOptions, find: FindObject) {
    const { tokens, issuer, keysUrl, externalAddress } = options;
    this.response = tokenRequests({ ...options, sign: (claims) => tokens.sign(claims), find });
    this.documents = new OpenIdDocuments({ issuer, keys: tokens, keysUrl, externalAddress });
  }
}
