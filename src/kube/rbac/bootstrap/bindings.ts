// Follows plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (v1.36)

/**
 * Subjects of the ClusterRoleBindings, by role name, as `Kind name`; service accounts with their namespace. Nodes are
 * authorized by the node authorizer: `system:node` has no subjects.
 */
export const clusterRoleBindings: Readonly<Record<string, readonly string[]>> = {
  'cluster-admin': ['Group system:masters'],
  'system:basic-user': ['Group system:authenticated'],
  'system:cluster-trust-bundle-discovery': ['Group system:serviceaccounts'],
  'system:discovery': ['Group system:authenticated'],
  'system:kube-controller-manager': ['User system:kube-controller-manager'],
  'system:kube-dns': ['ServiceAccount kube-system/kube-dns'],
  'system:kube-scheduler': ['User system:kube-scheduler'],
  'system:monitoring': ['Group system:monitoring'],
  'system:node': [],
  'system:node-proxier': ['User system:kube-proxy'],
  'system:public-info-viewer': ['Group system:authenticated', 'Group system:unauthenticated'],
  'system:service-account-issuer-discovery': ['Group system:serviceaccounts'],
  'system:volume-scheduler': ['User system:kube-scheduler'],
};

/** RoleBindings in system namespaces: `namespace/name` of the binding, its role and its subjects. */
export const roleBindings: readonly (readonly [binding: string, role: string, ...subjects: string[]])[] = [
  [
    'kube-public/system:controller:bootstrap-signer',
    'system:controller:bootstrap-signer',
    'ServiceAccount kube-system/bootstrap-signer',
  ],
  [
    'kube-system/system::extension-apiserver-authentication-reader',
    'extension-apiserver-authentication-reader',
    'User system:kube-controller-manager',
    'User system:kube-scheduler',
  ],
  [
    'kube-system/system::leader-locking-kube-controller-manager',
    'system::leader-locking-kube-controller-manager',
    'User system:kube-controller-manager',
    'ServiceAccount kube-system/kube-controller-manager',
    'ServiceAccount kube-system/leader-election-controller',
  ],
  [
    'kube-system/system::leader-locking-kube-scheduler',
    'system::leader-locking-kube-scheduler',
    'User system:kube-scheduler',
    'ServiceAccount kube-system/kube-scheduler',
  ],
  [
    'kube-system/system:controller:bootstrap-signer',
    'system:controller:bootstrap-signer',
    'ServiceAccount kube-system/bootstrap-signer',
  ],
  [
    'kube-system/system:controller:cloud-provider',
    'system:controller:cloud-provider',
    'ServiceAccount kube-system/cloud-provider',
  ],
  [
    'kube-system/system:controller:token-cleaner',
    'system:controller:token-cleaner',
    'ServiceAccount kube-system/token-cleaner',
  ],
];
