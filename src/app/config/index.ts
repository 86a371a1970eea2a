export type { AdmissionConfig } from './admission-config.js';
export { admissionPluginNames } from './admission-plugin-names.js';
export type { AuthenticationConfig, TokenWebhookConfig } from './authentication-config.js';
export type { AuthorizationConfig } from './authorization-config.js';
export type { OidcConfig } from './oidc-config.js';
export { type ServerConfig, serverConfig } from './server-config.js';
export { validateFlags } from './validate-flags.js';
