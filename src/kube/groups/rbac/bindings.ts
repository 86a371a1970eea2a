import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { nameIsPathSegment } from '../../../apimachinery/validation/index.js';
import { defineResource, type ResourceDefinition, type TableColumn } from '../../../server/registry/index.js';
import { listIn, objectIn, textIn } from '../../fields.js';
import { ageColumn, nameColumn, textColumn } from '../../printing/index.js';
import { rbacGroup } from '../../rbac/index.js';
import { builtInVersion } from '../../types/index.js';
import { type BindingRules, validateBinding, validateBindingUpdate } from './bindings-validation.js';

/** RoleBindings and ClusterRoleBindings, which differ only in the rules for references. */
export function bindings(
  kind: string,
  { scope, rules }: { scope: ResourceDefinition['scope']; rules: BindingRules },
): ResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  return defineResource({
    kind,
    plural,
    scope,
    storagePrefix: plural,
    versions: { v1: builtInVersion(`${rbacGroup}/v1`, kind, { columns, applyDefaults: applyGroups }) },
    strategy: {
      nameRule: nameIsPathSegment,
      allowCreateOnUpdate: true,
      validate: (binding) => validateBinding(binding, rules),
      validateUpdate: (change) => validateBindingUpdate(change, rules),
    },
  });
}

/** The API group of roles, users and groups defaults to the RBAC group. */
function applyGroups(binding: JsonObject): void {
  const role = objectIn(binding['roleRef']);
  if (textIn(role['apiGroup']) === '') role['apiGroup'] = rbacGroup;
  for (const subject of listIn(binding['subjects']).map(objectIn)) {
    const isOurs = subject['kind'] === 'User' || subject['kind'] === 'Group';
    if (isOurs && textIn(subject['apiGroup']) === '') subject['apiGroup'] = rbacGroup;
  }
}

const columns: readonly TableColumn[] = [
  nameColumn,
  textColumn('Role', ({ roleRef }) => `${textIn(objectIn(roleRef)['kind'])}/${textIn(objectIn(roleRef)['name'])}`),
  ageColumn,
  subjectsColumn('Users', 'User'),
  subjectsColumn('Groups', 'Group'),
  subjectsColumn('ServiceAccounts', 'ServiceAccount'),
];

function subjectsColumn(name: string, kind: string): TableColumn {
  const namesIn = ({ subjects }: JsonObject): string =>
    listIn(subjects)
      .map(objectIn)
      .filter((subject) => subject['kind'] === kind)
      .map((subject) => (kind === 'ServiceAccount' ? `${textIn(subject['namespace'])}/` : '') + textIn(subject['name']))
      .join(', ');
  return textColumn(name, namesIn, { wide: true });
}
