import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, validateImmutableField } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { objectIn } from '../../../fields.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { applyRequestDefaults, validateRequests } from '../device-requests.js';

const path = FieldPath.of('spec');

export const resourceClaimTemplates = defineResource({
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('resource.k8s.io/v1', 'ResourceClaimTemplate', {
      columns: [nameColumn, ageColumn],
      applyDefaults: (template) => applyRequestDefaults(claimSpecOf(template)),
    }),
  },
  strategy: {
    validate: validateTemplate,
    validateUpdate: ({ object, old }) => [
      ...validateImmutableField(object['spec'], old['spec'], path),
      ...validateTemplate(object),
    ],
  },
});

function claimSpecOf({ spec }: JsonObject): JsonObject {
  return objectIn(objectIn(spec)['spec']);
}

function validateTemplate(template: JsonObject): FieldError[] {
  return validateRequests(claimSpecOf(template), path.child('spec'));
}
