// Follows pkg/registry/resource/resourceclaim/strategy.go (v1.36)
// Follows pkg/apis/resource/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ResourceClaim } from '../../../../api/resource/v1.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Authorizer } from '../../../../server/index.js';
import { type ResourceDefinition, type Stores, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { updateValidation, validateMetadata, validateMetadataUpdate, validation } from '../../../validation.js';
import { adminAccessErrors, adminResultErrors } from '../admin-access.js';
import { validateClaimSpec } from '../claim-validation.js';
import { applyRequestDefaults } from '../device-requests.js';
import { dropDisabledClaimFields, dropDisabledClaimStatusFields } from '../disabled-fields.js';
import { firstBetaOfClaims } from '../first-beta.js';
import { resourceVersions } from '../versions.js';
import { statusPermissionErrors } from './status-permissions.js';
import { dropReleasedDevices, validateClaimStatus } from './status-validation.js';

const path = FieldPath.of('spec');

const { main, status } = specAndStatus<ResourceClaim>(
  {
    returnsDeletedObject: true,
    prepareForCreate: ({ spec }, { features }) => dropDisabledClaimFields({ object: spec, features }),
    prepareForUpdate: ({ object, old }, { features }) =>
      dropDisabledClaimFields({ object: object.spec, old: old.spec, features }),
    validate: validation((claim, context) => validateClaimSpec(claim.spec, path, context)),
    validateUpdate: ({ object, old }, context) => [
      ...validateMetadata(object, context),
      ...validateMetadataUpdate(object, context),
      ...validateImmutableOf('resource/v1.ResourceClaimSpec', { value: object.spec, old: old.spec }, path),
    ],
  },
  {
    generation: 'absent',
    prepareStatus(change, { features }) {
      dropDisabledClaimStatusFields({ ...change, features });
      dropReleasedDevices(change);
    },
    validateStatus: updateValidation((change) => validateClaimStatus(change)),
  },
);

export function resourceClaims(stores: Stores, authorizer: Authorizer): ResourceDefinition {
  return builtInResource<ResourceClaim>('resource.k8s.io/v1', 'ResourceClaim', {
    plural: 'resourceclaims',
    scope: 'Namespaced',
    columns: [
      nameColumn,
      textColumn('State', stateText, 'A summary of the current state (allocated, pending, reserved, etc.).'),
      ageColumn,
    ],
    applyDefaults: ({ spec }) => applyRequestDefaults(spec),
    ...resourceVersions(firstBetaOfClaims(['spec'])),
    strategy: {
      ...main,
      permissionErrors: adminAccessErrors(stores, ({ spec }) => spec),
    },
    subresources: {
      status: {
        verbs: ['get', 'patch', 'update'],
        strategy: {
          ...status,
          permissionErrors: async ({ object, old }, context) => {
            if (!old) return [];
            const { namespace } = context;
            return [
              ...(await adminResultErrors({ object, old }, { namespace, stores })),
              ...(await statusPermissionErrors({ object, old }, context, authorizer)),
            ];
          },
        },
      },
    },
  });
}

function stateText({ metadata, status: { allocation, reservedFor } }: ResourceClaim): string {
  const isDeleted = Boolean(metadata.deletionTimestamp);
  const deleted = isDeleted ? ['deleted'] : [];
  if (allocation === undefined) return isDeleted ? 'deleted' : 'pending';
  return [...deleted, 'allocated', ...(reservedFor?.length ? ['reserved'] : [])].join(',');
}
