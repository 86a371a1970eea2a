export { type Authenticator, alwaysUser, refused, type TokenAuthenticator, type TokenOwner } from './authenticator.js';
export { knownToken } from './bearer-token.js';
export { type AuthenticationOptions, createAuthenticator, type FileAuthenticator } from './create-authenticator.js';
export { anonymousUser, authenticatedGroup, unauthenticatedGroup } from './groups.js';
