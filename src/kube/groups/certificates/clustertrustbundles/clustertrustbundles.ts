// Follows pkg/registry/certificates/clustertrustbundle/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ClusterTrustBundle } from '../../../../api/certificates/v1beta1.js';
import { nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import { defineResource, type ResourceVersion } from '../../../../server/registry/index.js';
import { nameColumn, textColumn } from '../../../printing/index.js';
import { earlierVersion } from '../../../types/index.js';
import { validateTrustBundle, validateTrustBundleUpdate } from './validation.js';

const version: Partial<ResourceVersion<ClusterTrustBundle>> = {
  columns: [
    nameColumn,
    textColumn('SignerName', ({ spec }) => spec.signerName || '<none>', {
      description: ['certificates/v1beta1.ClusterTrustBundleSpec', 'signerName'],
    }),
  ],
};

/** Trust anchors for workloads. */
export const clusterTrustBundles = defineResource<ClusterTrustBundle>({
  kind: 'ClusterTrustBundle',
  plural: 'clustertrustbundles',
  scope: 'Cluster',
  featureGate: 'ClusterTrustBundle',
  versions: {
    v1beta1: earlierVersion('certificates.k8s.io/v1beta1', 'ClusterTrustBundle', version),
    v1alpha1: earlierVersion('certificates.k8s.io/v1alpha1', 'ClusterTrustBundle', {
      ...version,
      deprecation: { since: 34, until: 37 },
    }),
  },
  strategy: {
    nameRule: nameIsPathSegment,
    allowUnconditionalUpdate: false,
    validate: validateTrustBundle,
    validateUpdate: validateTrustBundleUpdate,
  },
  selectableFields: ['spec.signerName'],
});
