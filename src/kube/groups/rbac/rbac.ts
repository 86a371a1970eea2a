// Follows pkg/registry/rbac/rest/storage_rbac.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { clusterRoleBindings } from './clusterrolebindings/clusterrolebindings.js';
import { clusterRoles } from './clusterroles/clusterroles.js';
import { roleBindings } from './rolebindings/rolebindings.js';
import { roles } from './roles/roles.js';

export const rbac = defineGroup({
  name: 'rbac.authorization.k8s.io',
  resources: [clusterRoleBindings, clusterRoles, roleBindings, roles],
});
