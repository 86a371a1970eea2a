// Follows plugin/pkg/admission/podtopologylabels/admission.go (v1.36)

import type { Binding, Node, Pod } from '../../api/core/v1.js';
import { type JsonObject, labelsOf, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { AdmissionRequest } from '../../server/admission/index.js';
import { definePlugin } from './plugin-definition.js';
import { ListerHandler } from './plugin-lister.js';

const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

export const podTopologyLabels = definePlugin({
  name: 'PodTopologyLabels',
  operations: ['CREATE'],
  isDefault: true,
  featureGate: 'PodTopologyLabelsAdmission',
  create: ({ stores }) => new PodTopologyLabels(stores.lister('', 'nodes')),
});

/** Copies the topology labels of the node to pods that are bound to it. */
export class PodTopologyLabels extends ListerHandler<Node> {
  admit({ attributes, object }: AdmissionRequest): Promise<void> | void {
    const { resource, subresource } = attributes;
    if (resource.resource !== 'pods' || resource.group !== '' || !object) return;
    const node = subresource === 'binding' ? nodeOfBinding(object as Binding) : (object as Pod).spec?.nodeName;
    if (node && (subresource === '' || subresource === 'binding')) return this.#label(object, node);
  }

  async #label(object: JsonObject, name: string): Promise<void> {
    const nodes = await this.synced();
    const known = labelsOf(nodes.get({ namespace: '', name }) ?? {});
    const labels: Record<string, string> = {};
    for (const label of topologyLabels) if (known[label] !== undefined) labels[label] = known[label];
    if (Object.keys(labels).length === 0) return;
    mutableMetadataOf(object)['labels'] = { ...labelsOf(object), ...labels };
  }
}

/** Labels and annotations of a binding are written to the pod together with the node name. */
function nodeOfBinding({ target }: Binding): string | undefined {
  return target.kind === 'Node' ? target.name : undefined;
}
