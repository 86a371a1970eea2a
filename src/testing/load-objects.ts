import { type JsonObject, metadataOf } from '../apimachinery/meta/index.js';
import { badRequest } from '../apimachinery/status/index.js';
import type { RestClient } from '../client/rest/index.js';
import { installDefinitions } from './install-definitions.js';

const fieldManager = 'trestle-testing';

/** How a kind is served. */
interface ServedKind {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/**
 * Creates the objects, or updates those that exist: definitions first, then namespaces, then the others in order.
 * Definitions are served when it resolves.
 */
export async function loadObjects(client: RestClient, objects: readonly JsonObject[]): Promise<void> {
  await installDefinitions(client, objects);
  const others = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition');
  const isNamespace = ({ kind }: JsonObject): boolean => kind === 'Namespace';
  const known = new Map<string, Promise<readonly ServedKind[]>>();
  for (const object of [...others.filter(isNamespace), ...others.filter((one) => !isNamespace(one))]) {
    await apply(client, object, known);
  }
}

async function apply(
  client: RestClient,
  object: JsonObject,
  known: Map<string, Promise<readonly ServedKind[]>>,
): Promise<void> {
  const { apiVersion, kind } = object;
  const { name, namespace = 'default' } = metadataOf(object);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !name) {
    throw badRequest('an object needs apiVersion, kind and metadata.name');
  }
  const served = known.get(apiVersion) ?? kindsOf(client, apiVersion);
  known.set(apiVersion, served);
  const found = (await served).find((one) => one.kind === kind && !one.name.includes('/'));
  if (!found) throw badRequest(`no matches for kind "${kind}" in version "${apiVersion}"`);
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const resource = { group: group!, version: version!, resource: found.name };
  await client
    .resource<JsonObject>(resource, found.namespaced ? namespace : undefined)
    .apply(object, { fieldManager, force: true });
}

async function kindsOf(client: RestClient, apiVersion: string): Promise<readonly ServedKind[]> {
  const target = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { resources } = await client.object<{ resources: readonly ServedKind[] }>({ method: 'GET', target });
  return resources;
}
