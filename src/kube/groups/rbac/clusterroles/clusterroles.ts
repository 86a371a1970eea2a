// Follows pkg/apis/rbac/validation/validation.go (v1.36)
// Follows pkg/registry/rbac/clusterrole/strategy.go (v1.36)

import type { LabelSelector } from '../../../../api/meta/v1.js';
import type { ClusterRole } from '../../../../api/rbac/v1.js';
import {
  type LabelSelectorRules,
  labelSelectorFromSpec,
  SelectorError,
  validateLabelSelector,
} from '../../../../apimachinery/selectors/index.js';
import { type FieldError, FieldPath, nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import type { ValidationContext } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { eachItem } from '../../../field-checks.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { validateRules } from '../rules-validation.js';

const selectorsPath = FieldPath.of('aggregationRule', 'clusterRoleSelectors');

export const clusterRoles = builtInResource<ClusterRole>('rbac.authorization.k8s.io/v1', 'ClusterRole', {
  plural: 'clusterroles',
  scope: 'Cluster',
  strategy: {
    nameRule: nameIsPathSegment,
    allowCreateOnUpdate: true,
    validate: (role, context) => validateClusterRole(role, context),
    validateUpdate: ({ object, old }, context) => [
      ...validateClusterRole(object, context, { allowInvalidValues: validateSelectors(old).length > 0 }),
      ...validateMetadataUpdate(object, context),
    ],
  },
});

function validateClusterRole(
  role: ClusterRole,
  context: ValidationContext,
  selectorRules: LabelSelectorRules = {},
): FieldError[] {
  return [
    ...validateMetadata(role, context),
    ...validateRules(role.rules, { isNamespaced: false }),
    ...validateSelectors(role, selectorRules),
  ];
}

function validateSelectors({ aggregationRule }: ClusterRole, rules: LabelSelectorRules = {}): FieldError[] {
  if (!aggregationRule) return [];
  const { clusterRoleSelectors: selectors = [] } = aggregationRule;
  if (selectors.length === 0) {
    return [selectorsPath.required('at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  return eachItem(selectors, selectorsPath, (selector, path) => {
    const errors = validateLabelSelector(selector, path, rules);
    return isReadable(selector) ? errors : [...errors, path.invalid(null, 'invalid label selector.')];
  });
}

function isReadable(selector: LabelSelector): boolean {
  try {
    labelSelectorFromSpec(selector);
    return true;
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}
