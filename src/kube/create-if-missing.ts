import type { JsonObject } from '../apimachinery/meta/index.js';
import { ignoreAlreadyExists, ignoreNotFound } from '../apimachinery/status/index.js';
import type { RestClient } from '../client/rest/index.js';

/**
 * Reads first, since the object usually exists and a read is cheaper than a failed create. Tolerates concurrent
 * creation.
 */
export async function createIfMissing(
  client: RestClient,
  collection: string,
  object: JsonObject & { readonly metadata: { readonly name: string } },
): Promise<void> {
  const target = `${collection}/${object.metadata.name}`;
  if (await client.response({ method: 'GET', target }).catch(ignoreNotFound)) return;
  await client.response({ method: 'POST', target: collection, body: object }).catch(ignoreAlreadyExists);
}

export function ensureNamespace(client: RestClient, name: string): Promise<void> {
  return createIfMissing(client, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}
