// Follows pkg/controller/disruption/disruption.go (v1.36)
import type { Scale } from '../../api/autoscaling/v1.js';
import type { OwnerReference } from '../../api/meta/v1.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { discoverKind } from '../discover-resources.js';

/** The scale of a controller of any kind, by its subresource `scale`; undefined if there is no such controller. */
export async function scaleOfKind(
  { apiVersion, kind, name, uid }: OwnerReference,
  namespace: string,
  { client, signal }: Pick<ControllerContext, 'client' | 'signal'>,
): Promise<{ uid: string; replicas: number } | undefined> {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const found = await discoverKind(client, { group, kind }, signal);
  if (!found.subresources.has('scale')) {
    const resource = group ? `${found.resource}.${group}` : found.resource;
    throw new Error(`${resource} does not implement the scale subresource`);
  }
  try {
    const { metadata, spec } = await client
      .resource(found, namespace)
      .subresource<Scale>(name, 'scale')
      .get({ signal });
    return metadata?.uid === uid ? { uid, replicas: spec?.replicas ?? 0 } : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
