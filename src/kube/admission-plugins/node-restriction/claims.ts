// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import { goQuote, type JsonObject, jsonEqual, objectIn } from '../../../apimachinery/meta/index.js';
import type { NodeRequest } from './node-request.js';

/** Status fields that a kubelet sets when it resizes a volume. */
const ownFields = ['capacity', 'conditions', 'allocatedResources', 'allocatedResourceStatuses'];
const changingMetadata = ['resourceVersion', 'managedFields'];

/** Restricts nodes to the resize fields in the status of a claim. */
export function checkClaim(request: NodeRequest): void {
  const { operation, attributes } = request.request;
  if (attributes.subresource !== 'status') throw request.refused('may only update PVC status');
  if (operation !== 'UPDATE') throw request.refused(`unexpected operation ${goQuote(operation)}`);
  const [object, old] = [fixedPartOf(request.object), fixedPartOf(request.old)];
  if (jsonEqual(object, old)) return;
  const what = `node ${goQuote(request.node)} is not allowed to update fields other than status.quantity and status.conditions`;
  throw request.refused(`${what}: ${changedFields(object, old).join(', ')}`);
}

function fixedPartOf(claim: JsonObject): JsonObject {
  return {
    ...claim,
    metadata: without(claim['metadata'], changingMetadata),
    status: without(claim['status'], ownFields),
  };
}

function without(value: JsonObject[string] | undefined, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(objectIn(value)).filter(([name]) => !fields.includes(name)));
}

/** Such as `metadata.labels`. Upstream prints a diff of both claims here. */
function changedFields(object: JsonObject, old: JsonObject): string[] {
  return [...new Set([...Object.keys(object), ...Object.keys(old)])].flatMap((part) => {
    const [after, before] = [objectIn(object[part]), objectIn(old[part])];
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].filter((name) => !jsonEqual(after[name], before[name])).map((name) => `${part}.${name}`);
  });
}
