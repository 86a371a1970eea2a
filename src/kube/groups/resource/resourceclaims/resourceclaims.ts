import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource, type ResourceDefinition, type Strategy } from '../../../../server/registry/index.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { listIn, objectIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { type FindNamespace, refuseAdminAccess, refuseAdminResults } from '../admin-access.js';
import { validateClaimSpec } from '../claim-validation.js';
import { applyRequestDefaults } from '../device-requests.js';
import { firstBetaOfClaims } from '../first-beta.js';
import { resourceVersions } from '../versions.js';
import { dropReleasedDevices, validateClaimStatus } from './status-validation.js';

const path = FieldPath.of('spec');
const specOf = ({ spec }: JsonObject): JsonObject => objectIn(spec);

const { main, status: statusOnly } = withStatusApart(
  {
    returnsDeletedObject: true,
    validate: validateClaim,
    validateUpdate: ({ object, old }) =>
      validateImmutableOf('resource/v1.ResourceClaimSpec', { value: object['spec'], old: old['spec'] }, path),
  },
  { generation: 'absent', metadata: 'kept', validateStatus: validateClaimStatus },
);

const status: Strategy = {
  ...statusOnly,
  prepareForUpdate: (change, context) => {
    statusOnly.prepareForUpdate?.(change, context);
    dropReleasedDevices(change);
  },
};

export function resourceClaims(findNamespace: FindNamespace): ResourceDefinition {
  return defineResource({
    kind: 'ResourceClaim',
    plural: 'resourceclaims',
    scope: 'Namespaced',
    versions: resourceVersions(
      'ResourceClaim',
      {
        columns: [nameColumn, textColumn('State', stateText), ageColumn],
        applyDefaults: (claim) => applyRequestDefaults(specOf(claim)),
      },
      firstBetaOfClaims(['spec']),
    ),
    strategy: {
      ...main,
      reserve: refuseAdminAccess({ findNamespace, kind: 'ResourceClaim', specOf, validate: validateClaim }),
    },
    subresources: {
      status: {
        verbs: ['get', 'patch', 'update'],
        strategy: {
          ...status,
          reserve: refuseAdminResults({ findNamespace, validateStatus: validateClaimStatus }),
        },
      },
    },
  });
}

function validateClaim(claim: JsonObject): FieldError[] {
  return validateClaimSpec(specOf(claim), path);
}

function stateText(claim: JsonObject): string {
  const { allocation, reservedFor } = objectIn(claim['status']);
  const isDeleted = Boolean(metadataOf(claim).deletionTimestamp);
  const deleted = isDeleted ? ['deleted'] : [];
  if (allocation === undefined) return isDeleted ? 'deleted' : 'pending';
  return [...deleted, 'allocated', ...(listIn(reservedFor).length > 0 ? ['reserved'] : [])].join(',');
}
