import type { ServerConfig } from '../config/index.js';

/** The configuration of one of several processes that serve as one: the limits of the server are divided among them. */
export function shareConfig(config: ServerConfig): ServerConfig {
  const { workers, flowControl, filters, storage } = config;
  const share = (limit: number): number => Math.ceil(limit / workers);
  const { readOnly = 0, mutating = 0 } = filters.inFlight ?? {};
  return {
    ...config,
    flowControl: flowControl && { ...flowControl, serverSeats: share(flowControl.serverSeats) },
    filters: { ...filters, inFlight: { readOnly: share(readOnly), mutating: share(mutating) } },
    // On etcd, they learn of definitions independently of each other, like several servers.
    apiServerCount: storage.etcd ? Math.max(config.apiServerCount, workers) : config.apiServerCount,
  };
}

/** The configuration of a worker: what a server does once for its storage, the owner does. */
export function workerConfig(config: ServerConfig): ServerConfig {
  const { storage, controllers } = shareConfig(config);
  return {
    ...shareConfig(config),
    controllers: { ...controllers, selection: [], simulatedNodes: 0 },
    storage: { ...storage, compactionMilliseconds: 0 },
  };
}

/** Post-start hooks that create or maintain stored objects: only the owner runs them. */
export const ownerHooks: readonly string[] = [
  'start-apiextensions-controllers',
  'start-system-namespaces-controller',
  'peer-endpoint-reconciler-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-apiserver-identity-lease-controller',
  'start-kube-apiserver-identity-lease-garbage-collector',
  'start-kube-apiserver-coordinated-leader-election-controller',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
];
