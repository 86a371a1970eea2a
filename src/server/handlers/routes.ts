import type { ResourceStore, Verb } from '../registry/index.js';
import { Endpoint, type EndpointServices } from './endpoint.js';
import { ScaleView } from './scale-view.js';
import { sentView } from './sent-view.js';

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
  const { partials = {}, connections = {} } = store.resource.definition;
  const { status, scale } = store.resource.subresources(version);
  const common = { ...services, store, version };
  const routes: Route[] = [];
  for (const [subresource, { verbs, strategy }] of Object.entries({ ...partials, ...(status && { status }) })) {
    const endpoint = new Endpoint({ ...common, subresource, ...(strategy && { strategy }) });
    routes.push({ endpoint, verbs });
  }
  if (scale) {
    const view = new ScaleView(store.resource, scale);
    const { strategy, verbs } = scale;
    routes.push({
      endpoint: new Endpoint({ ...common, subresource: 'scale', view, ...(strategy && { strategy }) }),
      verbs,
    });
  }
  for (const [subresource, definition] of Object.entries(connections)) {
    const { verbs, connect, objectKind, objectVersion, formerApiVersions, connection } = definition;
    const view = objectKind && { view: sentView(objectKind, objectVersion, formerApiVersions) };
    routes.push({ endpoint: new Endpoint({ ...common, subresource, connect, connection, ...view }), verbs });
  }
  return routes;
}
