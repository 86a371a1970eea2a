// Follows pkg/apis/scheduling/v1/helpers.go (v1.36)

/** Maximum value for users; system classes are above. */
export const highestUserPriority = 1_000_000_000;

/** Classes of critical system pods, which always exist. */
export const systemClasses: Readonly<Record<string, { readonly value: number; readonly description: string }>> = {
  'system-node-critical': {
    value: 2 * highestUserPriority + 1000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  'system-cluster-critical': {
    value: 2 * highestUserPriority,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
};

export function isSystemClass(name: string): boolean {
  return Object.hasOwn(systemClasses, name);
}
