export { AccountTokenAuthenticator } from './account-token-authenticator.js';
export { type BoundResource, type FindObject, findCached } from './bound-objects.js';
export { ServiceAccountTokens, type ServiceAccountTokensOptions } from './service-account-tokens.js';
export { readTokenKeys, type TokenKeys } from './token-keys.js';
export { labelWithLastUse, type OnTokenUse } from './token-use.js';
