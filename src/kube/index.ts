export { NamespaceLifecycle } from './admission-plugins/index.js';
export { KubeServer, type KubeServerOptions } from './kube-server.js';
