// Follows pkg/apis/rbac/validation/validation.go (v1.36)

import type { RoleRef, Subject } from '../../../api/rbac/v1.js';
import { jsonEqual } from '../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkPathSegmentName,
  type FieldError,
  FieldPath,
} from '../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../server/registry/index.js';
import { checkedRequired, eachItem, oneOf, validateRequired } from '../../field-checks.js';
import { rbacGroup } from '../../rbac/index.js';
import { validateMetadata, validateMetadataUpdate } from '../../validation.js';
import type { Binding } from './bindings.js';

export interface BindingRules {
  readonly roleKinds: readonly string[];
  /** Whether the namespace of service accounts defaults to that of the binding. */
  readonly isNamespaced: boolean;
}

export function validateBinding(binding: Binding, context: ValidationContext, rules: BindingRules): FieldError[] {
  return [
    ...validateMetadata(binding, context),
    ...validateRoleRef(binding.roleRef, rules),
    ...eachItem(binding.subjects, FieldPath.of('subjects'), (subject, path) => [
      ...validateRequired(subject.name, path.child('name')),
      ...validateSubjectKind(subject, path, rules),
    ]),
  ];
}

export function validateBindingUpdate(
  { object, old }: Replacement<Binding>,
  context: UpdateValidationContext,
  rules: BindingRules,
): FieldError[] {
  const errors = [...validateBinding(object, context, rules), ...validateMetadataUpdate(object, context)];
  if (jsonEqual(object.roleRef, old.roleRef)) return errors;
  return [...errors, FieldPath.of('roleRef').invalid(shownRole(object.roleRef), 'cannot change roleRef')];
}

/** Upstream shows Go field names. */
function shownRole({ apiGroup = '', kind, name }: RoleRef): Record<string, string> {
  return { APIGroup: apiGroup, Kind: kind, Name: name };
}

function validateRoleRef({ apiGroup = '', kind, name }: RoleRef, { roleKinds }: BindingRules): FieldError[] {
  const path = FieldPath.of('roleRef');
  return [
    ...oneOf(apiGroup, [rbacGroup], path.child('apiGroup')),
    ...oneOf(kind, roleKinds, path.child('kind')),
    ...checkedRequired(name, checkPathSegmentName, path.child('name')),
  ];
}

function validateSubjectKind(subject: Subject, path: FieldPath, { isNamespaced }: BindingRules): FieldError[] {
  const { kind, apiGroup = '', name, namespace } = subject;
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...(name === '' ? [] : path.child('name').check(name, checkDns1123Subdomain)),
        ...oneOf(apiGroup, [''], path.child('apiGroup')),
        ...(isNamespaced ? [] : validateRequired(namespace, path.child('namespace'))),
      ];
    case 'User':
    case 'Group':
      return oneOf(apiGroup, [rbacGroup], path.child('apiGroup'));
    default:
      return [path.child('kind').notSupported(kind, ['ServiceAccount', 'User', 'Group'])];
  }
}
