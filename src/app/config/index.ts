export { type ServerConfig, serverConfig } from './server-config.js';
export { validateFlags } from './validate-flags.js';
