// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)
// Follows staging/src/k8s.io/kubelet/pkg/apis/well_known_labels.go (v1.36)

import type { Node } from '../../../api/core/v1.js';
import { goQuote, jsonEqual, labelsOf } from '../../../apimachinery/meta/index.js';
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

type Labels = Readonly<Record<string, string>>;

/** Kubernetes labels that nodes may set on themselves. */
const ownLabels = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);

/** Returns the changed labels that a node may not set on itself, because they affect scheduling; sorted. */
function foreignLabels(labels: Labels, before: Labels): string[] {
  const names = new Set([...Object.keys(labels), ...Object.keys(before)]);
  return [...names].filter((name) => labels[name] !== before[name] && isForeign(name)).sort();
}

function isForeign(label: string): boolean {
  const slash = label.indexOf('/');
  const domain = slash < 0 ? '' : label.slice(0, slash);
  if (isIn(domain, 'node-restriction.kubernetes.io')) return true;
  if (!isIn(domain, 'kubernetes.io') && !isIn(domain, 'k8s.io')) return false;
  return !ownLabels.has(label) && !isIn(domain, 'kubelet.kubernetes.io') && !isIn(domain, 'node.kubernetes.io');
}

function isIn(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
