import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { type FieldError, nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { builtInVersion } from '../../../types/index.js';
import { validateRules } from '../rules-validation.js';

const validate = (role: JsonObject): FieldError[] => validateRules(role, { isNamespaced: true });

export const roles = defineResource({
  kind: 'Role',
  plural: 'roles',
  scope: 'Namespaced',
  storagePrefix: 'roles',
  versions: { v1: builtInVersion('rbac.authorization.k8s.io/v1', 'Role') },
  strategy: {
    nameRule: nameIsPathSegment,
    allowCreateOnUpdate: true,
    validate,
    validateUpdate: ({ object }) => validate(object),
  },
});
