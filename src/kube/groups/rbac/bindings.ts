// Follows pkg/apis/rbac/v1/defaults.go (v1.36)
// Follows pkg/registry/rbac/rolebinding/strategy.go (v1.36)
// Follows pkg/registry/rbac/clusterrolebinding/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ClusterRoleBinding, RoleBinding, Subject } from '../../../api/rbac/v1.js';
import { nameIsPathSegment } from '../../../apimachinery/validation/index.js';
import type { ResourceDefinition } from '../../../server/registry/index.js';
import { builtInResource } from '../../built-in-resource.js';
import { ageColumn, type Column, nameColumn, textColumn } from '../../printing/index.js';
import { rbacGroup } from '../../rbac/index.js';
import { type BindingRules, validateBinding, validateBindingUpdate } from './bindings-validation.js';

export type Binding = RoleBinding | ClusterRoleBinding;

/** RoleBindings and ClusterRoleBindings, which differ only in the rules for references. */
export function bindings(
  kind: Binding['kind'],
  { scope, rules }: { scope: ResourceDefinition['scope']; rules: BindingRules },
): ResourceDefinition {
  return builtInResource<Binding>(`${rbacGroup}/v1`, kind, {
    plural: `${kind.toLowerCase()}s`,
    scope,
    columns: columnsOf(kind),
    applyDefaults: applyGroups,
    strategy: {
      nameRule: nameIsPathSegment,
      allowCreateOnUpdate: true,
      validate: (binding, context) => validateBinding(binding, context, rules),
      validateUpdate: (change, context) => validateBindingUpdate(change, context, rules),
    },
  });
}

/** The API group of roles, users and groups defaults to the RBAC group. */
function applyGroups({ roleRef, subjects = [] }: Binding): void {
  roleRef.apiGroup ||= rbacGroup;
  for (const subject of subjects) {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= rbacGroup;
  }
}

function columnsOf(kind: Binding['kind']): readonly Column<Binding>[] {
  const shownKind = kind.charAt(0).toLowerCase() + kind.slice(1);
  return [
    nameColumn,
    textColumn('Role', ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`, { field: 'roleRef' }),
    ageColumn,
    ...['User', 'Group', 'ServiceAccount'].map((subject) => subjectsColumn(subject, `${subject}s in the ${shownKind}`)),
  ];
}

function subjectsColumn(kind: string, description: string): Column<Binding> {
  const text = ({ name, namespace = '' }: Subject) => (kind === 'ServiceAccount' ? `${namespace}/${name}` : name);
  const namesIn = ({ subjects = [] }: Binding): string =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map(text)
      .join(', ');
  return textColumn(`${kind}s`, namesIn, { wide: true, description });
}
