export type { AdmissionConfig } from './admission-config.js';
export type { AuthenticationConfig, TokenWebhookConfig } from './authentication-config.js';
export type { AuthorizationConfig } from './authorization-config.js';
export { controllersConfig, controllersFlags } from './controllers-config.js';
export { type KubeApiServerValues, kubeApiServerFlags, validateFlags } from './kube-apiserver-flags.js';
export { leaderElectionFlags, validateLeaderElection } from './leader-election-config.js';
export type { OidcConfig } from './oidc-config.js';
export { type ServerConfig, serverConfig } from './server-config.js';
