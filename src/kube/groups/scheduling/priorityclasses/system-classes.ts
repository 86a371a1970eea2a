export interface PriorityClass {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly description?: string;
}

/** What users may give is up to this; system classes lie above. */
export const highestUserPriority = 1_000_000_000;

/** The classes of what a cluster cannot do without. They are always there. */
export const systemClasses: Readonly<Record<string, PriorityClass>> = {
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
