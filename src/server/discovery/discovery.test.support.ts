import type { DiscoveryGroup, DiscoveryResource, DiscoveryVersion } from './discovery-group.js';

export const everyVerb = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

const pods: DiscoveryResource = {
  name: 'pods',
  singularName: 'pod',
  kind: 'Pod',
  scope: 'Namespaced',
  verbs: everyVerb,
  shortNames: ['po'],
  categories: ['all'],
  storageVersionHash: 'xPOwRZ+Yhw8=',
  subresources: [
    { name: 'eviction', kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] },
    { name: 'status', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
  ],
};

export const core: DiscoveryGroup = { name: '', versions: [{ version: 'v1', resources: [pods] }] };

export function version(name: string, more: Partial<DiscoveryVersion> = {}): DiscoveryVersion {
  const widgets = {
    name: 'widgets',
    singularName: 'widget',
    kind: 'Widget',
    scope: 'Cluster',
    verbs: ['get'],
  } as const;
  return { version: name, resources: [widgets], ...more };
}
