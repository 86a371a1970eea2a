// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { Node } from '../../../api/core/v1.js';
import { goQuote, jsonEqual, labelsOf } from '../../../apimachinery/meta/index.js';
import { foreignLabels } from './node-labels.js';
import type { NodeRequest } from './node-request.js';

/**
 * Restricts nodes to their own Node object; they may not change taints, owner references or labels that affect
 * scheduling.
 */
export function checkNode(request: NodeRequest): void {
  const { operation, attributes } = request.request;
  if (attributes.name !== request.node) {
    const names = `node ${goQuote(request.node)} is not allowed to modify node ${goQuote(attributes.name)}`;
    throw request.refused(names);
  }
  if (operation === 'CREATE') checkNew(request);
  if (operation === 'UPDATE') checkChange(request);
}

function checkNew(request: NodeRequest): void {
  const who = `node ${goQuote(request.node)}`;
  if ((request.object as Node).spec?.configSource) {
    throw request.refused(`${who} is not allowed to create pods with a non-nil configSource`);
  }
  const foreign = foreignLabels(labelsOf(request.object), {});
  if (foreign.length === 0) return;
  throw request.refused(`${who} is not allowed to set the following labels: ${foreign.join(', ')}`);
}

function checkChange(request: NodeRequest): void {
  const [node, old] = [request.object as Node, request.old as Node];
  const who = `node ${goQuote(request.node)}`;
  const configSource = node.spec?.configSource;
  if (configSource && !jsonEqual(configSource, old.spec?.configSource)) {
    throw request.refused(`${who} is not allowed to update configSource to a new non-nil configSource`);
  }
  if (!jsonEqual(node.spec?.taints ?? [], old.spec?.taints ?? [])) {
    throw request.refused(`${who} is not allowed to modify taints`);
  }
  if (!jsonEqual(node.metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? [])) {
    throw request.refused(`${who} is not allowed to modify ownerReferences`);
  }
  const foreign = foreignLabels(labelsOf(node), labelsOf(old));
  if (foreign.length > 0) throw request.refused(`is not allowed to modify labels: ${foreign.join(', ')}`);
}
