// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/features/kube_features.go (v1.36)

import type { FeatureGateTable } from '../server/feature-gates/index.js';

/** The gates of custom resources. */
export const apiExtensionsFeatureGates = {
  CRDObservedGenerationTracking: { stages: ['1.35 beta off', '1.36 beta on'], effect: 'internal' },
  CRDValidationRatcheting: { stages: ['1.28 alpha off', '1.30 beta on', '1.33 GA on locked'] },
  CustomResourceFieldSelectors: { stages: ['1.30 alpha off', '1.31 beta on', '1.32 GA on locked'] },
} as const satisfies FeatureGateTable;
