// Follows pkg/registry/rbac/clusterrolebinding/strategy.go (v1.36)

import { bindings } from '../bindings.js';

export const clusterRoleBindings = bindings('ClusterRoleBinding', {
  scope: 'Cluster',
  rules: { roleKinds: ['ClusterRole'], isNamespaced: false },
});
