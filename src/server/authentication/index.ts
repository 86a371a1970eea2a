export { type Authenticator, alwaysUser } from './authenticator.js';
