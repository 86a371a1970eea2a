import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  type LabelSelectorRules,
  type LabelSelectorSpec,
  labelSelectorFromSpec,
  SelectorError,
  validateLabelSelector,
} from '../../../../apimachinery/selectors/index.js';
import {
  type FieldError,
  FieldPath,
  invalidValue,
  nameIsPathSegment,
  required,
} from '../../../../apimachinery/validation/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { listIn, objectIn } from '../../../fields.js';
import { builtInVersion } from '../../../types/index.js';
import { validateRules } from '../rules-validation.js';

const selectorsPath = FieldPath.of('aggregationRule', 'clusterRoleSelectors');

export const clusterRoles = defineResource({
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
  storagePrefix: 'clusterroles',
  versions: { v1: builtInVersion('rbac.authorization.k8s.io/v1', 'ClusterRole') },
  strategy: {
    nameRule: nameIsPathSegment,
    allowCreateOnUpdate: true,
    validate: (role) => validateClusterRole(role),
    validateUpdate: ({ object, old }) =>
      validateClusterRole(object, { allowInvalidValues: validateSelectors(old).length > 0 }),
  },
});

function validateClusterRole(role: JsonObject, rules: LabelSelectorRules = {}): FieldError[] {
  return [...validateRules(role, { isNamespaced: false }), ...validateSelectors(role, rules)];
}

function validateSelectors({ aggregationRule }: JsonObject, rules: LabelSelectorRules = {}): FieldError[] {
  if (!aggregationRule) return [];
  const selectors = listIn(objectIn(aggregationRule)['clusterRoleSelectors']);
  if (selectors.length === 0) {
    return [required(selectorsPath, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  return selectors.flatMap((selector, index) =>
    validateSelector(objectIn(selector), selectorsPath.index(index), rules),
  );
}

function validateSelector(selector: JsonObject, path: FieldPath, rules: LabelSelectorRules): FieldError[] {
  const errors = validateLabelSelector(selector, path, rules);
  return isReadable(selector) ? errors : [...errors, invalidValue(path, null, 'invalid label selector.')];
}

function isReadable(selector: LabelSelectorSpec): boolean {
  try {
    labelSelectorFromSpec(selector);
    return true;
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}
