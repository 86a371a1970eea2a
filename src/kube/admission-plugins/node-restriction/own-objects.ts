import { metadataOf } from '../../../apimachinery/meta/index.js';
import { objectIn } from '../../fields.js';
import { signerOf, subjectOf } from '../signing-requests.js';
import type { NodeRequest } from './node-request.js';

const leaseNamespace = 'kube-node-lease';

export function checkLease(request: NodeRequest): void {
  if (request.request.attributes.namespace !== leaseNamespace) {
    throw request.refused(`can only access leases in the "${leaseNamespace}" system namespace`);
  }
  if (nameOf(request) === request.node) return;
  throw request.refused('can only access node lease with the same name as the requesting node');
}

export function checkCsiNode(request: NodeRequest): void {
  if (nameOf(request) === request.node) return;
  throw request.refused('can only access CSINode with the same name as the requesting node');
}

/** On create, the name in the object, not in the path. */
function nameOf({ request, object }: NodeRequest): string | undefined {
  return request.operation === 'CREATE' ? metadataOf(object).name : request.attributes.name;
}

/**
 * The authorizer checks access to existing slices, but sees neither the content of new ones nor the slices in a
 * collection.
 */
export function checkResourceSlice(request: NodeRequest): void {
  const { operation } = request.request;
  if (operation !== 'CREATE' && operation !== 'DELETE') return;
  const slice = operation === 'CREATE' ? request.object : request.old;
  if (objectIn(slice['spec'])['nodeName'] === request.node) return;
  const verb = operation === 'CREATE' ? 'create' : 'delete';
  throw request.refused(`can only ${verb} ResourceSlice with the same NodeName as the requesting node`);
}

const nodeSigners = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet'];

/** Restricts nodes to requesting certificates for themselves. */
export function checkSigningRequest(request: NodeRequest): void {
  const { object, node } = request;
  if (request.request.operation !== 'CREATE' || !nodeSigners.includes(signerOf(object))) return;
  const wanted = `system:node:${node}`;
  if (commonNameOf(request) !== wanted) throw request.refused(`can only create a node CSR with CN=${wanted}`);
}

function commonNameOf(request: NodeRequest): string {
  try {
    return subjectOf(request.object).commonName;
  } catch (error) {
    throw request.refused(`unable to parse csr: ${(error as Error).message}`);
  }
}
