export { type Authenticator, alwaysUser, refused, type TokenAuthenticator } from './authenticator.js';
export { type AuthenticationOptions, createAuthenticator, type FileAuthenticator } from './create-authenticator.js';
export { anonymousUser, authenticatedGroup, unauthenticatedGroup } from './groups.js';
