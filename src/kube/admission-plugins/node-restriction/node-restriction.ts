// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import { goQuote } from '../../../apimachinery/meta/index.js';
import { type AdmissionHandler, type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import { nodeOf } from '../../node-authorizer/index.js';
import { findCached } from '../../service-account-tokens/index.js';
import { definePlugin } from '../plugin-definition.js';
import { checkAccount } from './account-tokens.js';
import { checkClaim } from './claims.js';
import { NodeRequest, type NodeRestrictionOptions } from './node-request.js';
import { checkNode } from './nodes.js';
import { checkCsiNode, checkLease, checkResourceSlice, checkSigningRequest } from './own-objects.js';
import { checkPodCertificateRequest } from './pod-certificate-requests.js';
import { checkPods } from './pods.js';

/** Throws the error to respond with if the node may not make the request. */
type Check = (request: NodeRequest) => Promise<void> | void;

/** Keyed by resource. Access to other resources is up to the authorizer alone. */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['pods', checkPods],
  ['nodes', checkNode],
  ['persistentvolumeclaims', checkClaim],
  ['serviceaccounts', checkAccount],
  ['leases.coordination.k8s.io', checkLease],
  ['csinodes.storage.k8s.io', checkCsiNode],
  ['resourceslices.resource.k8s.io', checkResourceSlice],
  ['certificatesigningrequests.certificates.k8s.io', checkSigningRequest],
  ['podcertificaterequests.certificates.k8s.io', checkPodCertificateRequest],
]);

export const nodeRestriction = definePlugin({
  name: 'NodeRestriction',
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  isDefault: false,
  create: ({ stores, authorizer, features }) =>
    new NodeRestriction({
      find: ({ group, resource }, ref) => findCached(stores.get(group, resource), ref),
      authorizer,
      features,
    }),
});

/** Restricts nodes to their own Node object and the pods that run on them. */
export class NodeRestriction implements AdmissionHandler {
  readonly #options: NodeRestrictionOptions;

  constructor(options: NodeRestrictionOptions) {
    this.#options = options;
  }

  admit(request: AdmissionRequest): Promise<void> | void {
    const node = nodeOf(request.user);
    if (node === undefined) return;
    if (node === '') throw forbiddenBy(request, `could not determine node from user ${goQuote(request.user.name)}`);
    const { group, resource } = request.attributes.resource;
    // Unambiguous: resource plurals contain no dot.
    const check = checks.get(group === '' ? resource : `${resource}.${group}`);
    return check?.(new NodeRequest(node, request, this.#options));
  }
}
