// Follows pkg/registry/admissionregistration/validatingadmissionpolicy/strategy.go (v1.36)
// Follows pkg/registry/admissionregistration/mutatingadmissionpolicy/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { MutatingAdmissionPolicy, ValidatingAdmissionPolicy } from '../../../../api/admissionregistration/v1.js';
import { generationOnly, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { ageColumn, integerColumn, nameColumn } from '../../../printing/index.js';
import { refusesStaticNames, warnsOfStaticNames } from '../static-names.js';
import { applyPolicyDefaults, paramKindColumn } from './policy.js';
import { validateMutatingPolicy } from './validate-mutating-policy.js';
import { validatePolicyStatus, validateValidatingPolicy } from './validate-validating-policy.js';

const { main, status } = specAndStatus<ValidatingAdmissionPolicy>(
  {
    ...warnsOfStaticNames,
    allowUnconditionalUpdate: false,
    validate: refusesStaticNames((policy, context) => validateValidatingPolicy(policy, context)),
    validateUpdate: ({ object, old }, context) => validateValidatingPolicy(object, context, old),
  },
  { validateStatus: ({ object }) => validatePolicyStatus(object) },
);

export const validatingAdmissionPolicies = builtInResource<ValidatingAdmissionPolicy>(
  'admissionregistration.k8s.io/v1',
  'ValidatingAdmissionPolicy',
  {
    plural: 'validatingadmissionpolicies',
    categories: ['api-extensions'],
    scope: 'Cluster',
    columns: [
      nameColumn,
      integerColumn('Validations', ({ spec }) => spec.validations?.length ?? 0, {
        description: 'Validations indicates the number of validation rules defined in this configuration',
      }),
      paramKindColumn,
      ageColumn,
    ],
    applyDefaults: applyPolicyDefaults,
    otherVersions: { v1beta1: { removed: '1.34', deprecation: { since: 31, until: 34 } } },
    strategy: main,
    subresources: { status: { verbs: objectVerbs, strategy: { ...status, createsOnApply: true } } },
  },
);

export const mutatingAdmissionPolicies = builtInResource<MutatingAdmissionPolicy>(
  'admissionregistration.k8s.io/v1',
  'MutatingAdmissionPolicy',
  {
    plural: 'mutatingadmissionpolicies',
    storageVersion: 'v1beta1',
    workingVersion: 'v1',
    categories: ['api-extensions'],
    scope: 'Cluster',
    columns: [
      nameColumn,
      integerColumn('Mutations', ({ spec }) => spec.mutations?.length ?? 0, {
        description: 'Mutation indicates the number of mutations rules defined in this configuration',
      }),
      paramKindColumn,
      ageColumn,
    ],
    applyDefaults: applyPolicyDefaults,
    introduced: '1.36',
    otherVersions: { v1beta1: { introduced: '1.34' }, v1alpha1: { deprecation: { since: 35, until: 38 } } },
    strategy: generationOnly<MutatingAdmissionPolicy>({
      ...warnsOfStaticNames,
      allowUnconditionalUpdate: false,
      validate: refusesStaticNames((policy, context) => validateMutatingPolicy(policy, context)),
      validateUpdate: ({ object, old }, context) => validateMutatingPolicy(object, context, old),
    }),
  },
);
