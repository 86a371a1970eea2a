// Follows pkg/apis/resource/validation/validation.go (v1.36)
// Follows pkg/registry/resource/resourceclaimtemplate/strategy.go (v1.36)
// Follows pkg/apis/resource/v1/defaults.go (v1.36)

import type { ResourceClaimTemplate } from '../../../../api/resource/v1.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';
import type { ResourceDefinition, Stores } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { validateTemplateMetadata } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { validateMetadata, validateMetadataUpdate, validation } from '../../../validation.js';
import { adminAccessErrors } from '../admin-access.js';
import { validateClaimSpec } from '../claim-validation.js';
import { applyRequestDefaults } from '../device-requests.js';
import { dropDisabledClaimFields } from '../disabled-fields.js';
import { firstBetaOfClaims } from '../first-beta.js';
import { resourceVersions } from '../versions.js';

const path = FieldPath.of('spec');

export function resourceClaimTemplates(stores: Stores): ResourceDefinition {
  return builtInResource<ResourceClaimTemplate>('resource.k8s.io/v1', 'ResourceClaimTemplate', {
    plural: 'resourceclaimtemplates',
    scope: 'Namespaced',
    columns: [nameColumn, ageColumn],
    applyDefaults: ({ spec }) => applyRequestDefaults(spec.spec),
    ...resourceVersions(firstBetaOfClaims(['spec', 'spec'])),
    strategy: {
      returnsDeletedObject: true,
      prepareForCreate: ({ spec }, { features }) => dropDisabledClaimFields({ object: spec.spec, features }),
      prepareForUpdate: ({ object, old }, { features }) =>
        dropDisabledClaimFields({ object: object.spec.spec, old: old.spec.spec, features }),
      permissionErrors: adminAccessErrors(stores, ({ spec }) => spec.spec),
      validate: validation(validateSpec),
      validateUpdate: ({ object, old }, context) => [
        ...validateMetadata(object, context),
        ...validateSpec(object, context),
        ...validateMetadataUpdate(object, context),
        ...validateImmutableOf('resource/v1.ResourceClaimTemplateSpec', { value: object.spec, old: old.spec }, path),
      ],
    },
  });
}

function validateSpec({ spec }: ResourceClaimTemplate, context: { features: FeatureGates }): FieldError[] {
  return [
    ...validateTemplateMetadata(spec.metadata, path.child('metadata')),
    ...validateClaimSpec(spec.spec, path.child('spec'), context),
  ];
}
