import type { SharedServer } from '../server/index.js';

/** kube-apiserver's order of health checks: operators compare lists. */
export const healthOrder: readonly string[] = [
  'ping',
  'log',
  'loopback-serving-certificate',
  'etcd',
  'etcd-readiness',
  'informer-sync',
  ...[
    'start-apiserver-admission-initializer',
    'generic-apiserver-start-informers',
    'priority-and-fairness-config-consumer',
    'priority-and-fairness-filter',
    'storage-object-count-tracker-hook',
    'start-apiextensions-informers',
    'start-apiextensions-controllers',
    'crd-informer-synced',
    'start-system-namespaces-controller',
    'peer-endpoint-reconciler-controller',
    'start-cluster-authentication-info-controller',
    'start-kube-apiserver-identity-lease-controller',
    'start-kube-apiserver-identity-lease-garbage-collector',
    'storage-readiness',
    'start-legacy-token-tracking-controller',
    'start-service-ip-repair-controllers',
    'rbac/bootstrap-roles',
    'scheduling/bootstrap-system-priority-classes',
    'priority-and-fairness-config-producer',
    'bootstrap-controller',
    'start-kubernetes-service-cidr-controller',
    'aggregator-reload-proxy-client-cert',
    'start-kube-aggregator-informers',
    'apiservice-status-local-available-controller',
    'apiservice-status-remote-available-controller',
    'apiservice-registration-controller',
    'apiservice-discovery-controller',
    'kube-apiserver-autoregistration',
    'built-in-resources-storage-version-updater',
  ].map((hook) => `poststarthook/${hook}`),
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
];

/** Post-start hooks that complete when the caches are filled, under kube-apiserver's names. */
export function addStartHooks(shared: SharedServer, { hasFlowControl }: { hasFlowControl: boolean }): void {
  const { lifecycle } = shared;
  const whenFilled = (): Promise<void> => shared.cachesFilled();
  lifecycle.addPostStartHook('start-apiserver-admission-initializer', whenFilled);
  lifecycle.addPostStartHook('generic-apiserver-start-informers', whenFilled);
  // The caches count their objects.
  lifecycle.addPostStartHook('storage-object-count-tracker-hook', whenFilled);
  // It needs no start.
  if (hasFlowControl) lifecycle.addPostStartHook('priority-and-fairness-filter', () => {});
}
