// Follows plugin/pkg/admission/nodetaint/admission.go (v1.36)

import type { Node, Taint } from '../../api/core/v1.js';
import type { AdmissionHandler, AdmissionRequest } from '../../server/admission/index.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';

const notReady: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

export const taintNodesByCondition = definePlugin({
  name: 'TaintNodesByCondition',
  operations: ['CREATE'],
  isDefault: true,
  create: () => new TaintNodesByCondition(),
});

/** Taints new nodes as not ready until the node controller has seen them become ready. */
export class TaintNodesByCondition implements AdmissionHandler {
  admit(request: AdmissionRequest): void {
    const node = objectOf<Node>(request, '', 'nodes');
    if (!node) return;
    const taints = node.spec?.taints ?? [];
    if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return;
    node.spec = { ...node.spec, taints: [...taints, { ...notReady }] };
  }
}
