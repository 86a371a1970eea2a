import { groupVersionKind } from '../../apimachinery/meta/index.js';
import type { Resource } from '../registry/index.js';
import type { DiscoveryResource, DiscoverySubresource } from './discovery-group.js';
import { storageVersionHash } from './storage-version-hash.js';

/** Returns the discovery description of a resource in a version. */
export function describeResource(resource: Resource, version = resource.storageVersion): DiscoveryResource {
  const { kind, plural, scope, shortNames, categories, answers, hashedVersion } = resource.definition;
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
    ...(!answers && { storageVersionHash: storageVersionHash(stored) }),
    subresources: describeSubresources(resource, version),
  };
}

/** Sorted by name, as upstream installs them. */
function describeSubresources(resource: Resource, version: string): DiscoverySubresource[] {
  const { status, scale } = resource.subresources(version);
  const { kind, partials = {}, connections = {} } = resource.definition;
  const whole = Object.entries({ ...partials, ...(status && { status }) });
  const described: DiscoverySubresource[] = whole.map(([name, { verbs }]) => ({
    name,
    kind,
    verbs: [...verbs].sort(),
  }));
  if (scale) {
    described.push({
      name: 'scale',
      kind: 'Scale',
      group: 'autoscaling',
      version: 'v1',
      verbs: [...scale.verbs].sort(),
    });
  }
  for (const [name, { verbs, objectKind, connection }] of Object.entries(connections)) {
    const isOwn = objectKind?.group === resource.group && objectKind.version === version;
    const shown = objectKind && !isOwn ? objectKind : { kind: objectKind?.kind ?? connection?.kind ?? kind };
    described.push({ name, ...shown, verbs: [...verbs].sort() });
  }
  return described.sort((a, b) => (a.name < b.name ? -1 : 1));
}
