import { bindings } from '../bindings.js';

export const clusterRoleBindings = bindings('ClusterRoleBinding', {
  scope: 'Cluster',
  rules: { roleKinds: ['ClusterRole'], isNamespaced: false },
});
