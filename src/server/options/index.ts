export type { FlagTable, FlagValues } from '../flags/index.js';
export { UsageError } from '../flags/index.js';
export type { AdmissionPluginDefinition } from './admission-lists.js';
export type { AdmissionInitializer } from './create-admission.js';
export type { CreateServerOptions, RecommendedConfig } from './recommended-config.js';
export type { RecommendedValues } from './recommended-flags.js';
export { RecommendedOptions, type RecommendedOptionsSettings } from './recommended-options.js';
export { type ApiServerCommand, runApiServer } from './run-api-server.js';
