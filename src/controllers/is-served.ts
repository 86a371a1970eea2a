import type { GroupVersionResource } from '../apimachinery/meta/index.js';
import { isNotFound } from '../apimachinery/status/index.js';
import type { ControllerContext } from './controller.js';

/** Whether the server serves a built-in resource that depends on a feature gate or --runtime-config. */
export async function isServed(
  { client, signal }: ControllerContext,
  { group, version, resource }: GroupVersionResource,
): Promise<boolean> {
  try {
    const target = `/apis/${group}/${version}`;
    const { resources = [] } = await client.object<{ resources?: { name: string }[] }>({
      method: 'GET',
      target,
      signal,
    });
    return resources.some(({ name }) => name === resource);
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
