import type { JsonObject } from '../../apimachinery/meta/index.js';
import { isConflict, isNotFound } from '../../apimachinery/status/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import type { CustomResourceDefinition } from '../definition/index.js';

/** Field manager of the server's writes. */
const fieldManager = 'kube-apiserver';

/**
 * Updates a definition through its status, unless it has changed since it was read. If it has changed or is gone,
 * returns undefined without writing: the informer will deliver the change, and the status is computed again.
 */
export async function writeStatus(
  client: ResourceClient<CustomResourceDefinition>,
  { metadata }: CustomResourceDefinition,
  patch: { readonly status: JsonObject; readonly metadata?: JsonObject },
): Promise<CustomResourceDefinition | undefined> {
  const { name = '', resourceVersion } = metadata ?? {};
  const body = { ...patch, metadata: { ...patch.metadata, resourceVersion } } as JsonObject;
  try {
    return await client.subresource(name, 'status').patch({ type: 'merge', body }, { fieldManager });
  } catch (error) {
    if (isConflict(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
