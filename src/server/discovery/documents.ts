// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/group.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/legacy.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/version.go (v1.36)

import { formatGroupVersion, type GroupVersion, type JsonObject } from '../../apimachinery/meta/index.js';
import type { DiscoveryResource, DiscoverySubresource, DiscoveryVersion } from './discovery-group.js';

export interface ServerAddress {
  readonly clientCIDR: string;
  readonly serverAddress: string;
}

/** `/api` */
export function apiVersions(versions: readonly string[], addresses: readonly ServerAddress[]): JsonObject {
  return {
    kind: 'APIVersions',
    versions: [...versions],
    serverAddressByClientCIDRs: addresses.map(({ clientCIDR, serverAddress }) => ({ clientCIDR, serverAddress })),
  };
}

/** An entry of `/apis`; `/apis/<group>` is the same preceded by `kind` and `apiVersion`. */
export function apiGroup(group: string, versions: readonly string[]): JsonObject {
  const named = versions.map((version) => ({ groupVersion: formatGroupVersion({ group, version }), version }));
  return { name: group, versions: named, ...(named[0] && { preferredVersion: { ...named[0] } }) };
}

/**
 * `/api/v1` and `/apis/<group>/<version>`. The core group's has no apiVersion, for compatibility with Kubernetes 1.1.
 */
export function apiResourceList(group: string, { version, resources }: DiscoveryVersion): JsonObject {
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: formatGroupVersion({ group, version }),
    resources: resources.flatMap((resource) => [
      apiResource(resource),
      ...(resource.subresources ?? []).map((subresource) => apiSubresource(resource, subresource)),
    ]),
  };
}

function apiResource(resource: DiscoveryResource): JsonObject {
  const { name, singularName, scope, kind, verbs, shortNames, categories, storageVersionHash } = resource;
  return {
    name,
    singularName,
    namespaced: scope === 'Namespaced',
    ...foreign(resource),
    kind,
    verbs: [...verbs],
    ...(shortNames?.length && { shortNames: [...shortNames] }),
    ...(categories?.length && { categories: [...categories] }),
    ...(storageVersionHash && { storageVersionHash }),
  };
}

function apiSubresource(resource: DiscoveryResource, subresource: DiscoverySubresource): JsonObject {
  return {
    name: `${resource.name}/${subresource.name}`,
    singularName: '',
    namespaced: resource.scope === 'Namespaced',
    ...foreign(subresource),
    kind: subresource.kind,
    verbs: [...subresource.verbs],
  };
}

function foreign({ group, version }: { readonly group?: string; readonly version?: string }): JsonObject {
  return { ...(group && { group }), ...(version && { version }) };
}

/** A version in the aggregated document. */
export function versionDiscovery(_group: string, description: DiscoveryVersion): JsonObject {
  const { version, resources, freshness = 'Current' } = description;
  const discovered = resources.map(resourceDiscovery);
  return { version, ...(discovered.length > 0 && { resources: discovered }), freshness };
}

function resourceDiscovery(resource: DiscoveryResource): JsonObject {
  const own = resource.responseVersion;
  const { name, scope, singularName, verbs, shortNames, categories, subresources = [] } = resource;
  return {
    resource: name,
    responseKind: responseKind(resource, own),
    ...(scope && { scope }),
    singularResource: singularName,
    verbs: [...verbs],
    ...(shortNames?.length && { shortNames: [...shortNames] }),
    ...(categories?.length && { categories: [...categories] }),
    ...(subresources.length > 0 && {
      subresources: subresources.map((subresource) => ({
        subresource: subresource.name,
        responseKind: responseKind(subresource, own),
        verbs: [...subresource.verbs],
      })),
    }),
  };
}

/** Group and version are empty if they equal those of the document, unless the resource sets them. */
function responseKind(described: DiscoveryResource | DiscoverySubresource, own: GroupVersion | undefined): JsonObject {
  const { group = own?.group ?? '', version = own?.version ?? '', kind } = described;
  return { group, version, kind };
}
