import type { JsonObject } from '../apimachinery/meta/index.js';
import { isAlreadyExists, isNotFound } from '../apimachinery/status/index.js';
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
  try {
    await client.response({ method: 'GET', target: `${collection}/${object.metadata.name}` });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await create(client, collection, object);
  }
}

export function ensureNamespace(client: RestClient, name: string): Promise<void> {
  return createIfMissing(client, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

async function create(client: RestClient, target: string, body: JsonObject): Promise<void> {
  try {
    await client.response({ method: 'POST', target, body });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
