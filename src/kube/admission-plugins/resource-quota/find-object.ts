import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { isNotFound } from '../../../apimachinery/status/index.js';
import type { CallOptions, ResourceClient } from '../../../client/rest/index.js';

/** Returns undefined if the object does not exist. */
export async function findObject<T extends JsonObject>(
  client: ResourceClient<T>,
  name: string,
  options: CallOptions = {},
): Promise<T | undefined> {
  try {
    return await client.get(name, options);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
