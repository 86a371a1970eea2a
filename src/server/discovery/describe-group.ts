import type { Resource } from '../registry/index.js';
import type { DiscoveryGroup, DiscoveryResource, DiscoverySubresource } from './discovery-group.js';
import { storageVersionHash } from './storage-version-hash.js';

/** What discovery tells of a group by the resources that it has; versions by the resources that are served in them. */
export function describeGroup(name: string, resources: readonly Resource[]): DiscoveryGroup {
  const versions = new Map<string, DiscoveryResource[]>();
  for (const resource of resources) {
    for (const version of resource.kind.servedVersions) {
      const described = versions.get(version) ?? [];
      versions.set(version, [...described, describeResource(resource)]);
    }
  }
  return { name, versions: [...versions].map(([version, described]) => ({ version, resources: sorted(described) })) };
}

function describeResource(resource: Resource): DiscoveryResource {
  const { definition, group, singular, storageVersion, verbs } = resource;
  const { kind, plural, scope, shortNames, categories } = definition;
  const subresources = describeSubresources(resource);
  return {
    name: plural,
    singularName: singular,
    kind,
    scope,
    verbs: [...verbs].sort(),
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    storageVersionHash: storageVersionHash({ group, version: storageVersion, kind }),
    ...(subresources.length > 0 && { subresources }),
  };
}

function describeSubresources({ definition }: Resource): readonly DiscoverySubresource[] {
  const { scale, status } = definition.subresources ?? {};
  const described: DiscoverySubresource[] = [];
  if (scale) {
    described.push({
      name: 'scale',
      kind: 'Scale',
      group: 'autoscaling',
      version: 'v1',
      verbs: [...scale.verbs].sort(),
    });
  }
  if (status) described.push({ name: 'status', kind: definition.kind, verbs: [...status.verbs].sort() });
  return described;
}

function sorted(resources: readonly DiscoveryResource[]): readonly DiscoveryResource[] {
  return [...resources].sort((a, b) => (a.name < b.name ? -1 : 1));
}
