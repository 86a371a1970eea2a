export type {
  AnonymousConfiguration,
  AuthenticationConfiguration,
  JwtConfiguration,
} from './authentication-configuration.js';
export { JwtTokens, type JwtTokensOptions } from './jwt-tokens.js';
export { readAuthenticationConfiguration } from './read-authentication-configuration.js';
export { signingAlgorithms } from './signing-algorithms.js';
export { validateAuthenticationConfiguration } from './validate-authentication-configuration.js';
