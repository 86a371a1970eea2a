// Follows pkg/registry/certificates/rest/storage_certificates.go (v1.36)

import type { MetricsRegistry } from '../../../server/metrics/index.js';
import { defineGroup, type GroupDefinition } from '../../../server/registry/index.js';
import { certificateSigningRequests } from './certificatesigningrequests/certificatesigningrequests.js';
import { clusterTrustBundles } from './clustertrustbundles/clustertrustbundles.js';
import { podCertificateRequests } from './podcertificaterequests/podcertificaterequests.js';

export function certificates(metrics: MetricsRegistry): GroupDefinition {
  return defineGroup({
    name: 'certificates.k8s.io',
    resources: [certificateSigningRequests(metrics), clusterTrustBundles, podCertificateRequests],
  });
}
