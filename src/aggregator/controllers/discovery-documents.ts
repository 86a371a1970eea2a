// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_discovery.go (v1.36)

import { compositeKey, isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { DiscoveryResource, DiscoverySubresource } from '../../server/discovery/index.js';

/** The resources of each group version, by a composite key of group and version. */
export type DiscoveredResources = ReadonlyMap<string, readonly DiscoveryResource[]>;

/** Reads an aggregated discovery document (apidiscovery.k8s.io/v2); skips malformed entries. */
export function readAggregated(document: JsonValue): DiscoveredResources {
  const found = new Map<string, readonly DiscoveryResource[]>();
  for (const group of objects(member(document, 'items'))) {
    const name = text(member(group['metadata'], 'name'));
    for (const version of objects(group['versions'])) {
      const resources = objects(version['resources']).map(aggregatedResource);
      found.set(compositeKey(name, text(version['version'])), resources);
    }
  }
  return found;
}

function aggregatedResource(resource: JsonObject): DiscoveryResource {
  const { shortNames, categories } = resource;
  return {
    name: text(resource['resource']),
    singularName: text(resource['singularResource']),
    scope: scopeOf(resource['scope']),
    verbs: texts(resource['verbs']),
    ...responseKind(resource['responseKind']),
    ...(shortNames !== undefined && { shortNames: texts(shortNames) }),
    ...(categories !== undefined && { categories: texts(categories) }),
    subresources: objects(resource['subresources']).map((subresource) => ({
      name: text(subresource['subresource']),
      verbs: texts(subresource['verbs']),
      ...responseKind(subresource['responseKind']),
    })),
  };
}

function scopeOf(scope: JsonValue | undefined): DiscoveryResource['scope'] {
  return scope === 'Namespaced' || scope === 'Cluster' ? scope : undefined;
}

function responseKind(kind: JsonValue | undefined): { group?: string; version?: string; kind: string } {
  return { kind: text(member(kind, 'kind')), ...groupVersionOf(isJsonObject(kind) ? kind : {}) };
}

/** Group and version are only set if they differ from those of the document. */
function groupVersionOf({ group, version }: JsonObject): { group?: string; version?: string } {
  return {
    ...(typeof group === 'string' && group !== '' && { group }),
    ...(typeof version === 'string' && version !== '' && { version }),
  };
}

/** Reads an APIResourceList, which lists subresources beside their resources. */
export function readResourceList(document: JsonValue): readonly DiscoveryResource[] {
  const listed = objects(member(document, 'resources'));
  const subresources = new Map<string, DiscoverySubresource[]>();
  for (const resource of listed) {
    const [parent = '', name] = text(resource['name']).split('/', 2);
    if (name === undefined) continue;
    const one = { name, kind: text(resource['kind']), verbs: texts(resource['verbs']), ...groupVersionOf(resource) };
    subresources.set(parent, [...(subresources.get(parent) ?? []), one]);
  }
  return listed
    .filter(({ name }) => !text(name).includes('/'))
    .map((resource) => listedResource(resource, subresources.get(text(resource['name'])) ?? []));
}

function listedResource(resource: JsonObject, subresources: readonly DiscoverySubresource[]): DiscoveryResource {
  const { shortNames, categories } = resource;
  return {
    name: text(resource['name']),
    singularName: text(resource['singularName']),
    kind: text(resource['kind']),
    scope: resource['namespaced'] === true ? 'Namespaced' : 'Cluster',
    verbs: texts(resource['verbs']),
    ...groupVersionOf(resource),
    ...(shortNames !== undefined && { shortNames: texts(shortNames) }),
    ...(categories !== undefined && { categories: texts(categories) }),
    subresources,
  };
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
