import { type JsonObject, metadataOf } from '../../../../apimachinery/meta/index.js';
import { FieldPath, validateImmutableField } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { listIn, objectIn } from '../../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { builtInVersion } from '../../../types/index.js';
import { applyRequestDefaults, validateRequests } from '../device-requests.js';

const path = FieldPath.of('spec');

const { main, status } = withStatusApart(
  {
    validate: ({ spec }) => validateRequests(objectIn(spec), path),
    validateUpdate: ({ object, old }) => [
      ...validateImmutableField(object['spec'], old['spec'], path),
      ...validateRequests(objectIn(object['spec']), path),
    ],
  },
  { generation: 'absent', metadata: 'kept' },
);

export const resourceClaims = defineResource({
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('resource.k8s.io/v1', 'ResourceClaim', {
      columns: [nameColumn, textColumn('State', stateText), ageColumn],
      applyDefaults: ({ spec }) => applyRequestDefaults(objectIn(spec)),
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});

function stateText(claim: JsonObject): string {
  const { allocation, reservedFor } = objectIn(claim['status']);
  const isDeleted = Boolean(metadataOf(claim).deletionTimestamp);
  const deleted = isDeleted ? ['deleted'] : [];
  if (allocation === undefined) return isDeleted ? 'deleted' : 'pending';
  return [...deleted, 'allocated', ...(listIn(reservedFor).length > 0 ? ['reserved'] : [])].join(',');
}
