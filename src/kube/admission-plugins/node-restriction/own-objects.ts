// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { CertificateSigningRequest } from '../../../api/certificates/v1.js';
import type { ResourceSlice } from '../../../api/resource/v1.js';
import { metadataOf } from '../../../apimachinery/meta/index.js';
import { subjectOf } from '../signing-requests.js';
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
  const { spec } = (operation === 'CREATE' ? request.object : request.old) as ResourceSlice;
  if (spec.nodeName === request.node) return;
  const verb = operation === 'CREATE' ? 'create' : 'delete';
  throw request.refused(`can only ${verb} ResourceSlice with the same NodeName as the requesting node`);
}

const nodeSigners = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet'];

/** Restricts nodes to requesting certificates for themselves. */
export function checkSigningRequest(request: NodeRequest): void {
  if (request.features.isEnabled('AllowInsecureKubeletCertificateSigningRequests')) return;
  if (request.request.operation !== 'CREATE') return;
  const signing = request.object as CertificateSigningRequest;
  if (!nodeSigners.includes(signing.spec.signerName)) return;
  const wanted = `system:node:${request.node}`;
  if (commonNameOf(request, signing) !== wanted) throw request.refused(`can only create a node CSR with CN=${wanted}`);
}

function commonNameOf(request: NodeRequest, signing: CertificateSigningRequest): string {
  try {
    return subjectOf(signing).commonName;
  } catch (error) {
    throw request.refused(`unable to parse csr: ${(error as Error).message}`);
  }
}
