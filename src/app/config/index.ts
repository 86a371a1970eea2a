export type { AdmissionConfig } from './admission-config.js';
export { type ServerConfig, serverConfig } from './server-config.js';
export { validateFlags } from './validate-flags.js';
