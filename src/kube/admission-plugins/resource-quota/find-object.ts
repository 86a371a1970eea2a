import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { ignoreNotFound } from '../../../apimachinery/status/index.js';
import type { CallOptions, ResourceClient } from '../../../client/rest/index.js';

/** Returns undefined if the object does not exist. */
export async function findObject<T extends JsonObject>(
  client: ResourceClient<T>,
  name: string,
  options: CallOptions = {},
): Promise<T | undefined> {
  return await client.get(name, options).catch(ignoreNotFound);
}
