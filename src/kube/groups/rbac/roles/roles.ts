// Follows pkg/apis/rbac/validation/validation.go (v1.36)
// Follows pkg/registry/rbac/role/strategy.go (v1.36)

import type { Role } from '../../../../api/rbac/v1.js';
import { type FieldError, nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import { defineResource, type ValidationContext } from '../../../../server/registry/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../../metadata-validation.js';
import { builtInVersion } from '../../../types/index.js';
import { validateRules } from '../rules-validation.js';

export const roles = defineResource<Role>({
  kind: 'Role',
  plural: 'roles',
  scope: 'Namespaced',
  versions: { v1: builtInVersion('rbac.authorization.k8s.io/v1', 'Role') },
  strategy: {
    nameRule: nameIsPathSegment,
    allowCreateOnUpdate: true,
    validate: validateRole,
    validateUpdate: ({ object }, context) => [
      ...validateRole(object, context),
      ...validateMetadataUpdate(object, context),
    ],
  },
});

function validateRole(role: Role, context: ValidationContext): FieldError[] {
  return [...validateMetadata(role, context), ...validateRules(role.rules, { isNamespaced: true })];
}
