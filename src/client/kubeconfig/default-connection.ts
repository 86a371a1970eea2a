import { type ConnectionChoice, type ConnectionConfig, connectionFrom } from './connection.js';
import { inClusterConnection, isInCluster } from './in-cluster.js';
import { type LoadKubeconfigOptions, loadKubeconfig } from './load-kubeconfig.js';

/** Uses the kubeconfig that the environment names, otherwise the in-cluster configuration. */
export async function defaultConnection(
  options: LoadKubeconfigOptions & ConnectionChoice = {},
): Promise<ConnectionConfig> {
  const config = await loadKubeconfig(options);
  const saysNothing = config.contexts.length === 0 && config.clusters.length === 0;
  return saysNothing && isInCluster(options.env) ? inClusterConnection(options) : connectionFrom(config, options);
}
