// Follows plugin/pkg/admission/certificates/ctbattest/admission.go (v1.36)

import type { ClusterTrustBundle } from '../../api/certificates/v1beta1.js';
import type { AdmissionRequest } from '../../server/admission/index.js';
import { differOnlyInOwners } from '../owner-changes.js';
import { objectOf } from './object-of.js';
import { definePlugin } from './plugin-definition.js';
import { signerCheck } from './signer-check.js';

/** Requires the `attest` permission for the signer from users who write a ClusterTrustBundle that names one. */
export const clusterTrustBundleAttest = definePlugin({
  name: 'ClusterTrustBundleAttest',
  operations: ['CREATE', 'UPDATE'],
  isDefault: true,
  featureGate: 'ClusterTrustBundle',
  create: ({ authorizer }) => signerCheck(authorizer, { verb: 'attest', action: 'attest for', signerOf }),
});

function signerOf(request: AdmissionRequest): string | undefined {
  const bundle = objectOf<ClusterTrustBundle>(request, 'certificates.k8s.io', 'clustertrustbundles');
  if (!bundle || (request.old && differOnlyInOwners(bundle, request.old))) return undefined;
  return bundle.spec.signerName || undefined;
}
