import { type JsonObject, labelsOf, mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../../server/admission/index.js';
import { objectIn, textIn } from '../fields.js';
import type { PluginLister } from './plugin-lister.js';

const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

/** Copies the topology labels of the node to pods that are bound to it. */
export class PodTopologyLabels implements AdmissionPlugin {
  readonly name = 'PodTopologyLabels';
  readonly #nodes: () => PluginLister;

  constructor(nodes: () => PluginLister) {
    this.#nodes = nodes;
  }

  handles(operation: string): boolean {
    return operation === 'CREATE';
  }

  admit({ attributes, object }: AdmissionRequest): Promise<void> | void {
    const { resource, subresource } = attributes;
    if (resource.resource !== 'pods' || resource.group !== '' || !object) return;
    const node = subresource === '' ? nodeOfPod(object) : subresource === 'binding' ? nodeOfBinding(object) : '';
    if (node !== '') return this.#label(object, node);
  }

  async #label(object: JsonObject, name: string): Promise<void> {
    const nodes = this.#nodes();
    await nodes.ready();
    const known = labelsOf(nodes.get({ namespace: '', name }) ?? {});
    const labels: Record<string, string> = {};
    for (const label of topologyLabels) if (known[label] !== undefined) labels[label] = known[label];
    if (Object.keys(labels).length === 0) return;
    mutableMetadataOf(object)['labels'] = { ...labelsOf(object), ...labels };
  }
}

function nodeOfPod({ spec }: JsonObject): string {
  return textIn(objectIn(spec)['nodeName']);
}

/** Labels and annotations of a binding are written to the pod together with the node name. */
function nodeOfBinding({ target }: JsonObject): string {
  const { kind, name } = objectIn(target);
  return kind === 'Node' ? textIn(name) : '';
}
