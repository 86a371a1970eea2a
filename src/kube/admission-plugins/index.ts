export { admissionPlugins } from './list.js';
export type { PluginDefinition, PluginDependencies } from './plugin-definition.js';
