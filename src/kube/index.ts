export {
  type DefaultTolerationOptions,
  DefaultTolerationSeconds,
  LimitRanger,
  NamespaceLifecycle,
  Priority,
  ServiceAccount,
  type ServiceAccountOptions,
} from './admission-plugins/index.js';
export type { KubernetesServiceConfig } from './controllers/index.js';
export { builtInCodecs, builtInOpenApi } from './forms.js';
export { KubeServer, type KubeServerOptions } from './kube-server.js';
