export { AccountTokenAuthenticator } from './account-token-authenticator.js';
export { boundObjects, type FindObject, findCached } from './bound-objects.js';
export { ServiceAccountTokens, type ServiceAccountTokensOptions } from './service-account-tokens.js';
export { localIssuer, type TokenIssuer } from './token-issuer.js';
export { readTokenKeys, type SigningKey } from './token-keys.js';
export { labelWithLastUse } from './token-use.js';
export { signWebToken } from './web-token.js';
