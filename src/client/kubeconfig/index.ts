export { type ConnectionChoice, type ConnectionConfig, connectionFrom, credentialsOf } from './connection.js';
export { decodeKubeconfig } from './decode-kubeconfig.js';
export { defaultConnection } from './default-connection.js';
export { ExecCredentials, type ExecCredentialsOptions } from './exec-credentials.js';
export { type InClusterOptions, inClusterConnection, isInCluster } from './in-cluster.js';
export {
  type ExecConfig,
  emptyKubeconfig,
  type Kubeconfig,
  type KubeconfigCluster,
  type KubeconfigContext,
  KubeconfigError,
  type KubeconfigUser,
  mergeKubeconfigs,
} from './kubeconfig.js';
export { type LoadKubeconfigOptions, loadKubeconfig } from './load-kubeconfig.js';
export { type KubeconfigEntry, kubeconfigCommand, kubeconfigFor, writeKubeconfig } from './write-kubeconfig.js';
