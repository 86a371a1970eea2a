import type { APIResource, APIResourceList } from '../../api/meta/v1.js';
import { formatGroupVersion, type GroupVersion, goQuote } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';

/** A resource that serves a kind. */
export interface ServedResource {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** Returns the resources that serve a kind, from discovery; throws an error if there are none. */
export async function resourcesOfKind(
  client: RestClient,
  version: GroupVersion,
  kind: string,
): Promise<readonly ServedResource[]> {
  const found = (await discovered(client, version))
    .filter((resource) => resource.kind === kind && !resource.name.includes('/'))
    .map(({ name, namespaced }) => ({ plural: name, isNamespaced: namespaced }));
  if (found.length > 0) return found;
  throw new Error(`no matches for kind ${goQuote(kind)} in version ${goQuote(formatGroupVersion(version))}`);
}

async function discovered(client: RestClient, { group, version }: GroupVersion): Promise<APIResource[]> {
  const [prefix, ...path] = group === '' ? ['api', version] : ['apis', group, version];
  const target = `/${[prefix, ...path.map(encodeURIComponent)].join('/')}`;
  try {
    const list = (await client.object({ method: 'GET', target })) as APIResourceList;
    return list.resources ?? [];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
