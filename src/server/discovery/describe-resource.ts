// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import { compositeKey, groupVersionKind } from '../../apimachinery/meta/index.js';
import type { Resource, Subresources } from '../registry/index.js';
import type { DiscoveryResource, DiscoverySubresource } from './discovery-group.js';
import { storageVersionHash } from './storage-version-hash.js';

interface DescribeOptions {
  readonly hasStorageVersionHash?: boolean;
}

/** By resource, and by version and options. */
const known = new WeakMap<Resource, Map<string, DiscoveryResource>>();

/** Returns the discovery description of a resource in a version. Servers that share the resource share it. */
export function describeResource(
  resource: Resource,
  version = resource.storageVersion,
  { hasStorageVersionHash = true }: DescribeOptions = {},
): DiscoveryResource {
  const ofResource = known.get(resource) ?? new Map<string, DiscoveryResource>();
  const key = compositeKey(version, String(hasStorageVersionHash));
  const description = ofResource.get(key) ?? describe(resource, version, { hasStorageVersionHash });
  known.set(resource, ofResource.set(key, description));
  return description;
}

function describe(resource: Resource, version: string, { hasStorageVersionHash }: DescribeOptions): DiscoveryResource {
  const { kind, plural, scope, shortNames, categories, handlers, hashedVersion } = resource.definition;
  const stored = hashedVersion
    ? { group: resource.group, version: hashedVersion, kind }
    : groupVersionKind(resource.storageApiVersion, kind);
  return {
    name: plural,
    singularName: resource.singular,
    kind,
    scope,
    verbs: [...resource.verbs].sort(),
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(hasStorageVersionHash && !handlers && { storageVersionHash: storageVersionHash(stored) }),
    subresources: describeSubresources(resource, version),
  };
}

/** Sorted by name, as upstream installs them. */
function describeSubresources(resource: Resource, version: string): DiscoverySubresource[] {
  return Object.entries(resource.subresources(version))
    .flatMap(([name, definition]) =>
      definition ? [{ name, ...kindOf(definition, resource, version), verbs: [...definition.verbs].sort() }] : [],
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Group and version are set if they differ from those of the resource. */
function kindOf(
  definition: NonNullable<Subresources[string]>,
  { group, definition: { kind } }: Resource,
  version: string,
): Pick<DiscoverySubresource, 'group' | 'kind' | 'version'> {
  if ('paths' in definition) return { kind: 'Scale', group: 'autoscaling', version: 'v1' };
  if (!('connect' in definition)) return { kind };
  const { objectKind, connection } = definition;
  const isOwn = objectKind?.group === group && objectKind.version === version;
  return objectKind && !isOwn ? objectKind : { kind: objectKind?.kind ?? connection?.kind ?? kind };
}
