// Follows pkg/registry/coordination/leasecandidate/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { LeaseCandidate } from '../../../../api/coordination/v1beta1.js';
import { checkConfigMapKey } from '../../../../apimachinery/validation/index.js';
import { defineResource, type ResourceVersion } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { earlierVersion } from '../../../types/index.js';
import { validateCandidate, validateCandidateUpdate } from './validation.js';

const version: Partial<ResourceVersion<LeaseCandidate>> = {
  columns: [
    nameColumn,
    textColumn('LeaseName', ({ spec }) => spec.leaseName, {
      description: ['coordination/v1alpha2.LeaseCandidateSpec', 'leaseName'],
    }),
    textColumn('BinaryVersion', ({ spec }) => spec.binaryVersion),
    textColumn('EmulationVersion', ({ spec }) => spec.emulationVersion ?? ''),
    ageColumn,
  ],
};

/** Candidates for a lease in coordinated leader election. */
export const leaseCandidates = defineResource<LeaseCandidate>({
  kind: 'LeaseCandidate',
  plural: 'leasecandidates',
  scope: 'Namespaced',
  versions: {
    v1beta1: earlierVersion('coordination.k8s.io/v1beta1', 'LeaseCandidate', {
      ...version,
      deprecation: { since: 36, until: 39 },
    }),
    v1alpha2: earlierVersion('coordination.k8s.io/v1alpha2', 'LeaseCandidate', {
      ...version,
      deprecation: { since: 35, until: 38 },
    }),
  },
  strategy: {
    nameRule: (name) => checkConfigMapKey(name),
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    validate: validateCandidate,
    validateUpdate: validateCandidateUpdate,
  },
});
