// Follows pkg/registry/certificates/clustertrustbundle/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ClusterTrustBundle } from '../../../../api/certificates/v1beta1.js';
import { nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { nameColumn, textColumn } from '../../../printing/index.js';
import { validateTrustBundle, validateTrustBundleUpdate } from './validation.js';

/** Trust anchors for workloads. */
export const clusterTrustBundles = builtInResource<ClusterTrustBundle>(
  'certificates.k8s.io/v1beta1',
  'ClusterTrustBundle',
  {
    plural: 'clustertrustbundles',
    scope: 'Cluster',
    featureGate: 'ClusterTrustBundle',
    columns: [
      nameColumn,
      textColumn('SignerName', ({ spec }) => spec.signerName || '<none>', { field: 'spec.signerName' }),
    ],
    otherVersions: { v1alpha1: { deprecation: { since: 34, until: 37 } } },
    strategy: {
      nameRule: nameIsPathSegment,
      allowUnconditionalUpdate: false,
      validate: validateTrustBundle,
      validateUpdate: validateTrustBundleUpdate,
    },
    selectableFields: ['spec.signerName'],
  },
);
