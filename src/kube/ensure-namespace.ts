import { isAlreadyExists, isNotFound } from '../apimachinery/status/index.js';
import type { RestClient } from '../client/rest/index.js';

const target = '/api/v1/namespaces';

/** Creates a namespace if it is not there; another server may do the same at the same time. */
export async function ensureNamespace(client: RestClient, name: string): Promise<void> {
  try {
    await client.response({ method: 'GET', target: `${target}/${name}` });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await createNamespace(client, name);
  }
}

async function createNamespace(client: RestClient, name: string): Promise<void> {
  try {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await client.response({ method: 'POST', target, body });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
