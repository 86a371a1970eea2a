export { type BootstrapTokenOptions, bootstrapTokens } from './bootstrap-tokens.js';
