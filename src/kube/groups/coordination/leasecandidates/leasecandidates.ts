// Follows pkg/registry/coordination/leasecandidate/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { LeaseCandidate } from '../../../../api/coordination/v1beta1.js';
import { checkConfigMapKey } from '../../../../apimachinery/validation/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { validateCandidate, validateCandidateUpdate } from './validation.js';

/** Candidates for a lease in coordinated leader election. */
export const leaseCandidates = builtInResource<LeaseCandidate>('coordination.k8s.io/v1beta1', 'LeaseCandidate', {
  plural: 'leasecandidates',
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('LeaseName', 'spec.leaseName', {
      description: ['coordination/v1alpha2.LeaseCandidateSpec', 'leaseName'],
    }),
    textColumn('BinaryVersion', ({ spec }) => spec.binaryVersion),
    textColumn('EmulationVersion', ({ spec }) => spec.emulationVersion ?? ''),
    ageColumn,
  ],
  deprecation: { since: 36, until: 39 },
  otherVersions: { v1alpha2: { deprecation: { since: 35, until: 38 } } },
  strategy: {
    nameRule: (name) => checkConfigMapKey(name),
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    validate: validateCandidate,
    validateUpdate: validateCandidateUpdate,
  },
});
