// Follows pkg/registry/certificates/rest/storage_certificates.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { certificateSigningRequests } from './certificatesigningrequests/certificatesigningrequests.js';
import { clusterTrustBundles } from './clustertrustbundles/clustertrustbundles.js';
import { podCertificateRequests } from './podcertificaterequests/podcertificaterequests.js';

export const certificates = defineGroup({
  name: 'certificates.k8s.io',
  resources: [certificateSigningRequests, clusterTrustBundles, podCertificateRequests],
});
