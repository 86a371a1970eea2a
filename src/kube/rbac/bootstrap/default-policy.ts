// Follows plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (v1.36)
// Follows plugin/pkg/auth/authorizer/rbac/bootstrappolicy/namespace_policy.go (v1.36)

import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import { type PolicyRule, policyRuleObject, rbacGroup } from '../policy-rule.js';
import { clusterRoleBindings, roleBindings } from './bindings.js';
import { clusterRoles } from './cluster-roles.js';
import { controllerRoles } from './controller-roles.js';
import { enabledRules, parseRule, type RoleTable } from './role-table.js';

/** ClusterRoles that aggregate the rules of all roles with a label. */
const aggregatedRoles = ['admin', 'edit', 'view'] as const;
/** The aggregated role that each of these roles contributes to. */
const partOf: Readonly<Record<string, string>> = {
  edit: 'admin',
  view: 'edit',
  'system:aggregate-to-admin': 'admin',
  'system:aggregate-to-edit': 'edit',
  'system:aggregate-to-view': 'view',
};

export const autoUpdateAnnotation = 'rbac.authorization.kubernetes.io/autoupdate';

/** The default roles and bindings, by resource; roles before bindings. */
export function defaultPolicy(features: FeatureGates): ReadonlyMap<string, readonly JsonObject[]> {
  const roles = rolesOf('ClusterRole', clusterRoles, features);
  const ofControllers = rolesOf('ClusterRole', prefixed(controllerRoles), features);
  const exists = new Set([...roles, ...ofControllers].map((role) => metadataOf(role).name));
  const controllers = Object.keys(controllerRoles).filter((name) => exists.has(controllerRole(name)));
  const bound = Object.entries(clusterRoleBindings).filter(([name]) => exists.has(name));
  return new Map([
    ['clusterroles', [...aggregatedRoles.map(aggregatedRole), ...roles, ...ofControllers]],
    [
      'clusterrolebindings',
      [
        ...bound.map(([name, subjects]) => clusterRoleBinding(name, subjects)),
        ...controllers.map((name) => clusterRoleBinding(controllerRole(name), [`ServiceAccount kube-system/${name}`])),
      ],
    ],
    ['roles', rolesOf('Role', namespaceRoles, features)],
    [
      'rolebindings',
      roleBindings.map(([place, role, ...subjects]) =>
        binding('RoleBinding', place, { roleRef: { kind: 'Role', name: role }, subjects }),
      ),
    ],
  ]);
}

/** Permissions of nodes, before object-level checks. */
export function nodeRules(features: FeatureGates): PolicyRule[] {
  return enabledRules(clusterRoles['system:node'] ?? [], features).map(parseRule);
}

function controllerRole(name: string): string {
  return `system:controller:${name}`;
}

function prefixed(roles: RoleTable): RoleTable {
  return Object.fromEntries(Object.entries(roles).map(([name, rules]) => [controllerRole(name), rules]));
}

function rolesOf(kind: string, roles: RoleTable, features: FeatureGates): JsonObject[] {
  return Object.entries(roles).flatMap(([place, texts]) => {
    const rules = enabledRules(texts, features);
    if (rules.length === 0 && texts.length > 0) return [];
    return [{ ...objectOf(kind, place), rules: rules.map((rule) => policyRuleObject(parseRule(rule))) }];
  });
}

function aggregatedRole(name: string): JsonObject {
  return {
    ...objectOf('ClusterRole', name),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [partLabel(name)]: 'true' } }] },
    rules: null,
  };
}

function clusterRoleBinding(name: string, subjects: readonly string[]): JsonObject {
  return binding('ClusterRoleBinding', name, { roleRef: { kind: 'ClusterRole', name }, subjects });
}

function binding(
  kind: string,
  place: string,
  { roleRef, subjects }: { roleRef: { kind: string; name: string }; subjects: readonly string[] },
): JsonObject {
  return {
    ...objectOf(kind, place),
    roleRef: { apiGroup: rbacGroup, ...roleRef },
    ...(subjects.length > 0 && { subjects: subjects.map(subjectOf) }),
  };
}

function subjectOf(text: string): JsonObject {
  const [kind = '', name = ''] = text.split(' ');
  if (kind !== 'ServiceAccount') return { kind, apiGroup: rbacGroup, name };
  const [namespace = '', account = ''] = name.split('/');
  return { kind, name: account, namespace };
}

/** `place`: `name` or `namespace/name`. */
function objectOf(kind: string, place: string): JsonObject {
  const [name = '', namespace] = place.split('/').reverse();
  const whole = partOf[name];
  return {
    apiVersion: `${rbacGroup}/v1`,
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...(whole && { [partLabel(whole)]: 'true' }) },
      annotations: { [autoUpdateAnnotation]: 'true' },
    },
  };
}

function partLabel(role: string): string {
  return `${rbacGroup}/aggregate-to-${role}`;
}

/** Roles in system namespaces, by `namespace/name`. */
const namespaceRoles: RoleTable = {
  'kube-public/system:controller:bootstrap-signer': [
    'get,list,watch core configmaps',
    'update core configmaps cluster-info',
    'create,patch,update core,events.k8s.io events',
  ],
  'kube-system/extension-apiserver-authentication-reader': [
    'get,list,watch core configmaps extension-apiserver-authentication',
  ],
  'kube-system/system::leader-locking-kube-controller-manager': [
    'create,get,list,update,watch coordination.k8s.io leases',
    'create,get,list,update,watch coordination.k8s.io leasecandidates',
  ],
  'kube-system/system::leader-locking-kube-scheduler': [
    'create,get,list,update,watch coordination.k8s.io leases',
    'create,get,list,update,watch coordination.k8s.io leasecandidates',
  ],
  'kube-system/system:controller:bootstrap-signer': ['get,list,watch core secrets'],
  'kube-system/system:controller:cloud-provider': ['create,get,list,watch core configmaps'],
  'kube-system/system:controller:token-cleaner': [
    'delete,get,list,watch core secrets',
    'create,patch,update core,events.k8s.io events',
  ],
};
