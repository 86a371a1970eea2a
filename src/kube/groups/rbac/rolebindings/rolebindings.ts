import { bindings } from '../bindings.js';

export const roleBindings = bindings('RoleBinding', {
  scope: 'Namespaced',
  rules: { roleKinds: ['Role', 'ClusterRole'], isNamespaced: true },
});
