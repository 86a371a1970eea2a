export { ownerFor } from './audiences.js';
export {
  type Authenticator,
  alwaysUser,
  refused,
  type TokenAuthenticator,
  type TokenOwner,
} from './authenticator.js';
export {
  bearerToken,
  knownToken,
  unseenTokenWarning,
  webSocketProtocolPrefix,
  webSocketToken,
} from './bearer-token.js';
export { CachedTokens, type TokenRevocations } from './cached-tokens.js';
export { CertificateAuthorities } from './certificate-authorities.js';
export { CertificateVerifier } from './certificate-verifier.js';
export { clientCertificateUser } from './client-certificate.js';
export { type AuthenticationOptions, createAuthenticator, type FileAuthenticator } from './create-authenticator.js';
export { anonymousUser, authenticatedGroup } from './groups.js';
export { ClaimTypeError, type RegisteredClaims, registeredClaims, textClaim, timeClaim } from './registered-claims.js';
export { type RequestHeaderOptions, requestHeaderUser } from './request-header.js';
export { isOnNode, serviceAccountOf } from './service-account-name.js';
export { staticTokens } from './static-tokens.js';
export { authenticatorOf } from './union.js';
export { WebToken } from './web-token.js';
