// Follows staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (v1.36)

import type { ResourceStore, Subresources, Verb } from '../registry/index.js';
import { Endpoint, type EndpointOptions, type EndpointServices } from './endpoint.js';
import { ScaleView } from './views/scale-view.js';
import { sentView } from './views/sent-view.js';

/** An endpoint with its verbs. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly verbs: readonly Verb[];
}

/** Returns the routes of a resource and its subresources, in each served version. */
export function routesOf(store: ResourceStore, services: EndpointServices): Route[] {
  return store.resource.kind.servedVersions.flatMap((version) => [
    { endpoint: new Endpoint({ ...services, store, version }), verbs: store.resource.verbs },
    ...subresourceRoutes(store, services, version),
  ]);
}

function subresourceRoutes(store: ResourceStore, services: EndpointServices, version: string): Route[] {
  const common = { ...services, store, version };
  return Object.entries(store.resource.subresources(version)).flatMap(([subresource, definition]) => {
    if (!definition) return [];
    const endpoint = new Endpoint({ ...common, subresource, ...optionsOf(store, definition) });
    return [{ endpoint, verbs: definition.verbs }];
  });
}

type Definition = NonNullable<Subresources[string]>;

function optionsOf(
  { resource, features }: ResourceStore,
  definition: Definition,
): Pick<EndpointOptions, 'connect' | 'connection' | 'strategy' | 'view'> {
  if ('connect' in definition) {
    const { connect, objectKind, objectVersion, formerApiVersions, connection } = definition;
    const view = objectKind && { view: sentView(objectKind, objectVersion, { features, formerApiVersions }) };
    return { connect, connection, ...view };
  }
  const { strategy } = definition;
  const view = 'paths' in definition && { view: new ScaleView(resource, definition) };
  return { ...(strategy && { strategy }), ...view };
}
