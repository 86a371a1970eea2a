import {
  goQuote,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  labelsOf,
  metadataOf,
} from '../../../apimachinery/meta/index.js';
import { listIn, objectIn } from '../../fields.js';
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
  if (configSourceOf(request.object)) {
    throw request.refused(`${who} is not allowed to create pods with a non-nil configSource`);
  }
  const foreign = foreignLabels(labelsOf(request.object), {});
  if (foreign.length === 0) return;
  throw request.refused(`${who} is not allowed to set the following labels: ${foreign.join(', ')}`);
}

function checkChange(request: NodeRequest): void {
  const { object, old } = request;
  const who = `node ${goQuote(request.node)}`;
  const configSource = configSourceOf(object);
  if (configSource && !jsonEqual(configSource, configSourceOf(old))) {
    throw request.refused(`${who} is not allowed to update configSource to a new non-nil configSource`);
  }
  if (!jsonEqual(taintsOf(object), taintsOf(old))) throw request.refused(`${who} is not allowed to modify taints`);
  if (!jsonEqual(ownersOf(object), ownersOf(old))) {
    throw request.refused(`${who} is not allowed to modify ownerReferences`);
  }
  const foreign = foreignLabels(labelsOf(object), labelsOf(old));
  if (foreign.length > 0) throw request.refused(`is not allowed to modify labels: ${foreign.join(', ')}`);
}

function configSourceOf({ spec }: JsonObject): JsonValue | undefined {
  return objectIn(spec)['configSource'];
}

function taintsOf({ spec }: JsonObject): JsonValue[] {
  return [...listIn(objectIn(spec)['taints'])];
}

function ownersOf(node: JsonObject): JsonValue[] {
  return [...(metadataOf(node).ownerReferences ?? [])].map((owner) => ({ ...owner }));
}
