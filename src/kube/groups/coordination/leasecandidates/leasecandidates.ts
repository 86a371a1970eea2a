import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { earlierVersion } from '../../../types/index.js';
import { checkCandidateName, specOf, validateCandidate, validateCandidateUpdate } from './validation.js';

const parts = {
  columns: [
    nameColumn,
    textColumn('LeaseName', (candidate) => specOf(candidate).leaseName),
    textColumn('BinaryVersion', (candidate) => specOf(candidate).binaryVersion),
    textColumn('EmulationVersion', (candidate) => specOf(candidate).emulationVersion ?? ''),
    ageColumn,
  ],
};

/** Candidates for a lease in coordinated leader election. */
export const leaseCandidates = defineResource({
  kind: 'LeaseCandidate',
  plural: 'leasecandidates',
  scope: 'Namespaced',
  versions: {
    v1beta1: earlierVersion('coordination.k8s.io/v1beta1', 'LeaseCandidate', {
      ...parts,
      deprecation: { since: 36, until: 39 },
    }),
    v1alpha2: earlierVersion('coordination.k8s.io/v1alpha2', 'LeaseCandidate', {
      ...parts,
      deprecation: { since: 35, until: 38 },
    }),
  },
  strategy: {
    nameRule: checkCandidateName,
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    validate: validateCandidate,
    validateUpdate: validateCandidateUpdate,
  },
});
