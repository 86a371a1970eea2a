import { mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { defineResource, type ResourceVersion } from '../../../../server/registry/index.js';
import { countGeneration } from '../../../field-checks.js';
import { ageColumn, integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion, earlierVersion } from '../../../types/index.js';
import { warnsOfStaticNames } from '../static-names.js';
import { applyPolicyDefaults, paramKindText, specOf } from './policy.js';
import { validateMutatingPolicy } from './validate-mutating-policy.js';
import { validatePolicyStatus, validateValidatingPolicy } from './validate-validating-policy.js';

const { main, status } = withStatusApart(
  {
    ...warnsOfStaticNames,
    allowUnconditionalUpdate: false,
    validate: (policy) => validateValidatingPolicy(policy),
    validateUpdate: ({ object, old }) => validateValidatingPolicy(object, old),
  },
  { generation: 'counted', metadata: 'kept', validateStatus: ({ object }) => validatePolicyStatus(object) },
);

export const validatingAdmissionPolicies = defineResource({
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  categories: ['api-extensions'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', {
      columns: [
        nameColumn,
        integerColumn('Validations', (policy) => specOf(policy).validations?.length ?? 0),
        textColumn('ParamKind', paramKindText),
        ageColumn,
      ],
      applyDefaults: applyPolicyDefaults,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: { ...status, createsOnApply: true } } },
});

const mutatingParts: Partial<ResourceVersion> = {
  columns: [
    nameColumn,
    integerColumn('Mutations', (policy) => specOf(policy).mutations?.length ?? 0),
    textColumn('ParamKind', paramKindText),
    ageColumn,
  ],
  applyDefaults: applyPolicyDefaults,
};

export const mutatingAdmissionPolicies = defineResource({
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  hashedVersion: 'v1beta1',
  categories: ['api-extensions'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', mutatingParts),
    v1beta1: earlierVersion('admissionregistration.k8s.io/v1beta1', 'MutatingAdmissionPolicy', mutatingParts),
    v1alpha1: earlierVersion('admissionregistration.k8s.io/v1alpha1', 'MutatingAdmissionPolicy', {
      ...mutatingParts,
      deprecation: { since: 35, until: 38 },
    }),
  },
  strategy: {
    ...warnsOfStaticNames,
    allowUnconditionalUpdate: false,
    prepareForCreate: (policy) => {
      mutableMetadataOf(policy)['generation'] = 1;
    },
    prepareForUpdate: (change) => countGeneration(change, ['spec']),
    validate: (policy) => validateMutatingPolicy(policy),
    validateUpdate: ({ object, old }) => validateMutatingPolicy(object, old),
  },
});
