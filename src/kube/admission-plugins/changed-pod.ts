// Follows plugin/pkg/admission/nodedeclaredfeatures/admission.go (v1.36)
// Follows plugin/pkg/admission/podresize/admission.go (v1.36)

import type { Node } from '../../api/core/v1.js';
import { goQuote, metadataOf } from '../../apimachinery/meta/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../server/admission/index.js';
import { type PodSpec, podSpecOf } from '../pod-spec/index.js';
import type { PluginLister } from './plugin-lister.js';

/** An update to a pod that is bound to a node. */
export interface ChangedPod {
  readonly spec: PodSpec;
  readonly before: PodSpec;
  readonly nodeName: string;
}

/** Returns undefined if the request is not an update of a bound pod, or is for a subresource that is not listed. */
export function changedPod(request: AdmissionRequest, subresources: readonly string[]): ChangedPod | undefined {
  const { attributes, object, old } = request;
  const { resource, subresource } = attributes;
  if (resource.resource !== 'pods' || resource.group !== '' || !subresources.includes(subresource)) return undefined;
  if (!object || !old || metadataOf(object).generation === metadataOf(old).generation) return undefined;
  const spec = podSpecOf(object);
  return spec.nodeName ? { spec, before: podSpecOf(old), nodeName: spec.nodeName } : undefined;
}

/** Returns the node of a pod. Throws `forbidden` if it does not exist. */
export function nodeOf(request: AdmissionRequest, nodes: PluginLister<Node>, name: string): Node {
  const node = nodes.get({ namespace: '', name });
  if (!node) throw forbiddenBy(request, `node ${goQuote(name)} not found`);
  return node;
}
