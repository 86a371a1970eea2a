import type { JsonObject } from '../../apimachinery/meta/index.js';
import { isConflict, isNotFound } from '../../apimachinery/status/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import type { CustomResourceDefinition } from '../definition/index.js';

/** As whom managed fields show the server. */
const fieldManager = 'kube-apiserver';

/**
 * Changes a definition through its status, provided that nobody has changed it since. Where somebody has, or it is gone,
 * nothing is done and `undefined` given: the informer will tell of it, and then all is decided anew.
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
