// Follows staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_discovery.go (v1.36)

import {
  compositeKey,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsIn,
  textIn,
  textsIn,
} from '../../apimachinery/meta/index.js';
import type { DiscoveryResource, DiscoverySubresource } from '../../server/discovery/index.js';

/** The resources of each group version, by a composite key of group and version. */
export type DiscoveredResources = ReadonlyMap<string, readonly DiscoveryResource[]>;

/** Reads an aggregated discovery document (apidiscovery.k8s.io/v2); skips malformed entries. */
export function readAggregated(document: JsonValue): DiscoveredResources {
  const found = new Map<string, readonly DiscoveryResource[]>();
  for (const group of objectsIn(member(document, 'items'))) {
    const name = textIn(member(group['metadata'], 'name'));
    for (const version of objectsIn(group['versions'])) {
      const resources = objectsIn(version['resources']).map(aggregatedResource);
      found.set(compositeKey(name, textIn(version['version'])), resources);
    }
  }
  return found;
}

function aggregatedResource(resource: JsonObject): DiscoveryResource {
  const { shortNames, categories } = resource;
  return {
    name: textIn(resource['resource']),
    singularName: textIn(resource['singularResource']),
    scope: scopeOf(resource['scope']),
    verbs: textsIn(resource['verbs']),
    ...responseKind(resource['responseKind']),
    ...(shortNames !== undefined && { shortNames: textsIn(shortNames) }),
    ...(categories !== undefined && { categories: textsIn(categories) }),
    subresources: objectsIn(resource['subresources']).map((subresource) => ({
      name: textIn(subresource['subresource']),
      verbs: textsIn(subresource['verbs']),
      ...responseKind(subresource['responseKind']),
    })),
  };
}

function scopeOf(scope: JsonValue | undefined): DiscoveryResource['scope'] {
  return scope === 'Namespaced' || scope === 'Cluster' ? scope : undefined;
}

function responseKind(kind: JsonValue | undefined): { group?: string; version?: string; kind: string } {
  return { kind: textIn(member(kind, 'kind')), ...groupVersionOf(isJsonObject(kind) ? kind : {}) };
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
  const listed = objectsIn(member(document, 'resources'));
  const subresources = new Map<string, DiscoverySubresource[]>();
  for (const resource of listed) {
    const [parent = '', name] = textIn(resource['name']).split('/', 2);
    if (name === undefined) continue;
    const one = {
      name,
      kind: textIn(resource['kind']),
      verbs: textsIn(resource['verbs']),
      ...groupVersionOf(resource),
    };
    subresources.set(parent, [...(subresources.get(parent) ?? []), one]);
  }
  return listed
    .filter(({ name }) => !textIn(name).includes('/'))
    .map((resource) => listedResource(resource, subresources.get(textIn(resource['name'])) ?? []));
}

function listedResource(resource: JsonObject, subresources: readonly DiscoverySubresource[]): DiscoveryResource {
  const { shortNames, categories } = resource;
  return {
    name: textIn(resource['name']),
    singularName: textIn(resource['singularName']),
    kind: textIn(resource['kind']),
    scope: resource['namespaced'] === true ? 'Namespaced' : 'Cluster',
    verbs: textsIn(resource['verbs']),
    ...groupVersionOf(resource),
    ...(shortNames !== undefined && { shortNames: textsIn(shortNames) }),
    ...(categories !== undefined && { categories: textsIn(categories) }),
    subresources,
  };
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
