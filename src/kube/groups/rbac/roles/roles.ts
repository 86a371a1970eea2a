// Follows pkg/apis/rbac/validation/validation.go (v1.36)
// Follows pkg/registry/rbac/role/strategy.go (v1.36)

import type { Role } from '../../../../api/rbac/v1.js';
import { type FieldError, nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { validateRules } from '../rules-validation.js';

export const roles = builtInResource<Role>('rbac.authorization.k8s.io/v1', 'Role', {
  plural: 'roles',
  scope: 'Namespaced',
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
