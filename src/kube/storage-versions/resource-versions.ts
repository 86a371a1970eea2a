// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storageversion/manager.go (v1.36)

import { compareVersions, formatGroupVersion, type GroupResource } from '../../apimachinery/meta/index.js';
import type { Resource } from '../../server/registry/index.js';
import { registeredVersionsOf } from '../types/index.js';

/** The versions of a stored resource. */
export interface ResourceVersions {
  /** All resources whose objects are these; the first one gives its name. */
  readonly resources: readonly GroupResource[];
  readonly encoding: string;
  readonly decodable: readonly string[];
  readonly served: readonly string[];
}

/** Returns the versions of all resources that are stored and served, in the order of their groups and names. */
export function versionsOf(resources: readonly Resource[]): readonly ResourceVersions[] {
  const byPrefix = new Map<string, Resource[]>();
  for (const resource of resources) {
    const { handlers, source } = resource.definition;
    if (handlers || source || resource.kind.servedVersions.length === 0) continue;
    byPrefix.set(resource.storagePrefix, [...(byPrefix.get(resource.storagePrefix) ?? []), resource]);
  }
  return [...byPrefix.values()].map((same) => describe(same.sort(byName))).sort((a, b) => order(nameOf(a), nameOf(b)));
}

function describe(same: readonly Resource[]): ResourceVersions {
  const [first] = same as [Resource];
  const { storedIn } = first.definition;
  const registered = registeredVersionsOf(first.groupKind).map((version) => first.apiVersion(version));
  return {
    resources: same.map(({ groupResource }) => groupResource),
    encoding: storedIn?.apiVersion ?? first.storageApiVersion,
    decodable: [...new Set([...registered, ...same.flatMap(servedBy)])],
    served: servedBy(first),
  };
}

function servedBy({ group, kind }: Resource): string[] {
  return [...kind.servedVersions].sort(compareVersions).map((version) => formatGroupVersion({ group, version }));
}

function byName(a: Resource, b: Resource): number {
  return order([a.group, a.groupResource.resource], [b.group, b.groupResource.resource]);
}

type Name = readonly [group: string, resource: string];

function nameOf({ resources }: ResourceVersions): Name {
  const [{ group, resource }] = resources as readonly [GroupResource];
  return [group, resource];
}

function order([groupA, resourceA]: Name, [groupB, resourceB]: Name): number {
  const [a, b] = groupA === groupB ? [resourceA, resourceB] : [groupA, groupB];
  return a < b ? -1 : a > b ? 1 : 0;
}
