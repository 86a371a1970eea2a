// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { Pod } from '../../../api/core/v1.js';
import { goQuote, type JsonObject, jsonEqual, labelsOf, metadataOf } from '../../../apimachinery/meta/index.js';
import { checkMirrorPod } from './mirror-pods.js';
import type { NodeRequest } from './node-request.js';

export function checkPods(request: NodeRequest): Promise<void> | void {
  const { subresource } = request.request.attributes;
  switch (subresource) {
    case '':
      return checkPod(request);
    case 'status':
      return checkStatus(request);
    case 'eviction':
      return checkEviction(request);
    default: {
      const part = goQuote(subresource);
      throw request.refused(`unexpected pod subresource ${part}, only 'status' and 'eviction' are allowed`);
    }
  }
}

function checkPod(request: NodeRequest): Promise<void> {
  const { operation } = request.request;
  const who = `node ${goQuote(request.node)}`;
  if (operation === 'CREATE') return checkMirrorPod(request);
  if (operation === 'DELETE') return checkDelete(request);
  throw request.refused(`unexpected operation ${goQuote(operation)}, ${who} can only create and delete mirror pods`);
}

async function checkDelete(request: NodeRequest): Promise<void> {
  const { node } = request;
  const { spec } = await request.pod(request.request.attributes.name);
  if (spec?.nodeName === node) return;
  throw request.refused(`node ${goQuote(node)} can only delete pods with spec.nodeName set to itself`);
}

function checkStatus(request: NodeRequest): void {
  const { node } = request;
  const [pod, old] = [request.object as Pod, request.old as Pod];
  const { operation } = request.request;
  const who = `node ${goQuote(node)}`;
  if (operation !== 'UPDATE') throw request.refused(`unexpected operation ${goQuote(operation)}`);
  if (old.spec?.nodeName !== node) {
    throw request.refused(`${who} can only update pod status for pods with spec.nodeName set to itself`);
  }
  if (!jsonEqual({ ...labelsOf(pod) }, { ...labelsOf(old) })) {
    throw request.refused(`${who} cannot update labels through pod status`);
  }
  if (!jsonEqual(claimsOf(pod), claimsOf(old))) throw request.refused(`${who} cannot update resource claim statues`);
  if (!jsonEqual(extendedClaimOf(pod), extendedClaimOf(old))) {
    throw request.refused(`${who} cannot update extended resource claim status`);
  }
}

async function checkEviction(request: NodeRequest): Promise<void> {
  const { attributes, operation } = request.request;
  if (operation !== 'CREATE') throw request.refused(`unexpected operation ${operation}`);
  const name = attributes.name || metadataOf(request.object).name;
  if (!name) throw request.refused('could not determine pod from request data');
  const { spec } = await request.pod(name);
  if (spec?.nodeName === request.node) return;
  throw request.refused(`node ${request.node} can only evict pods with spec.nodeName set to itself`);
}

/** Resource claims generated for a pod: the node gets read access to them. */
function claimsOf({ status }: Pod): JsonObject[] {
  return (status?.resourceClaimStatuses ?? []).map(({ name, resourceClaimName = null }) => ({
    name,
    resourceClaimName,
  }));
}

function extendedClaimOf({ status }: Pod): JsonObject | undefined {
  const { extendedResourceClaimStatus: claim } = status ?? {};
  return claim && { resourceClaimName: claim.resourceClaimName, requestMappings: claim.requestMappings ?? [] };
}
