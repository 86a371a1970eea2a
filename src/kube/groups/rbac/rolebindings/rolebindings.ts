// Follows pkg/registry/rbac/rolebinding/strategy.go (v1.36)

import { bindings } from '../bindings.js';

export const roleBindings = bindings('RoleBinding', {
  scope: 'Namespaced',
  rules: { roleKinds: ['Role', 'ClusterRole'], isNamespaced: true },
});
