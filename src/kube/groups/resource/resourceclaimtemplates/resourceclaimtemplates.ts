import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { defineResource, type ResourceDefinition } from '../../../../server/registry/index.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { objectIn } from '../../../fields.js';
import { validateTemplateMetadata } from '../../../pod-spec/index.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { type FindNamespace, refuseAdminAccess } from '../admin-access.js';
import { validateClaimSpec } from '../claim-validation.js';
import { applyRequestDefaults } from '../device-requests.js';
import { firstBetaOfClaims } from '../first-beta.js';
import { resourceVersions } from '../versions.js';

const path = FieldPath.of('spec');

export function resourceClaimTemplates(findNamespace: FindNamespace): ResourceDefinition {
  return defineResource({
    kind: 'ResourceClaimTemplate',
    plural: 'resourceclaimtemplates',
    scope: 'Namespaced',
    versions: resourceVersions(
      'ResourceClaimTemplate',
      {
        columns: [nameColumn, ageColumn],
        applyDefaults: (template) => applyRequestDefaults(specOf(template)),
      },
      firstBetaOfClaims(['spec', 'spec']),
    ),
    strategy: {
      returnsDeletedObject: true,
      reserve: refuseAdminAccess({ findNamespace, kind: 'ResourceClaimTemplate', specOf, validate: validateTemplate }),
      validate: validateTemplate,
      validateUpdate: ({ object, old }) => [
        ...validateTemplate(object),
        ...validateImmutableOf(
          'resource/v1.ResourceClaimTemplateSpec',
          { value: object['spec'], old: old['spec'] },
          path,
        ),
      ],
    },
  });
}

function specOf({ spec }: JsonObject): JsonObject {
  return objectIn(objectIn(spec)['spec']);
}

function validateTemplate(template: JsonObject): FieldError[] {
  return [
    ...validateTemplateMetadata(objectIn(objectIn(template['spec'])['metadata']), path.child('metadata')),
    ...validateClaimSpec(specOf(template), path.child('spec')),
  ];
}
