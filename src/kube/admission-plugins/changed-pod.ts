import { goQuote, type JsonObject, metadataOf } from '../../apimachinery/meta/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type PodSpec, podSpecOf } from '../pod-spec/index.js';
import type { KnownObjects } from './known-objects.js';

/** A pod that has a node already, and of which somebody wants something else now. */
export interface ChangedPod {
  readonly spec: PodSpec;
  readonly before: PodSpec;
  readonly nodeName: string;
}

/** Undefined: the request is not about such a pod, or only about some part that is not asked for. */
export function changedPod(request: AdmissionRequest, subresources: readonly string[]): ChangedPod | undefined {
  const { attributes, object, old } = request;
  const { resource, subresource } = attributes;
  if (resource.resource !== 'pods' || resource.group !== '' || !subresources.includes(subresource)) return undefined;
  if (!object || !old || metadataOf(object).generation === metadataOf(old).generation) return undefined;
  const spec = podSpecOf(object);
  return spec.nodeName ? { spec, before: podSpecOf(old), nodeName: spec.nodeName } : undefined;
}

/** The node of a pod. Throws `forbidden` if it is not there. */
export async function nodeOf(request: AdmissionRequest, nodes: KnownObjects, name: string): Promise<JsonObject> {
  await nodes.ready();
  const node = nodes.get({ namespace: '', name });
  if (!node) throw forbiddenBy(request, `node ${goQuote(name)} not found`);
  return node;
}
