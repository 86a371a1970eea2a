export { admissionPlugins, type PluginDefinition, type PluginDependencies } from './admission-plugins/index.js';
export { QuotaEvaluators } from './admission-plugins/resource-quota/evaluators/index.js';
export { builtInCodecs, builtInOpenApi } from './built-in-codecs.js';
export type { KubernetesServiceConfig } from './controllers/index.js';
export { KubeServer, type KubeServerOptions } from './kube-server.js';
