// Follows pkg/controller/namespace/deletion/status_condition_utils.go (v1.36)
import type { NamespaceCondition } from '../../api/core/v1.js';
import { formatTime } from '../../apimachinery/meta/index.js';

/** What a pass over the content of a namespace found. */
export interface ContentReport {
  /** Undefined: discovery was complete. */
  readonly discoveryFailure?: string | undefined;
  readonly deletionFailures: readonly string[];
  /** Number of remaining objects by resource, such as `pods.`. Undefined: not counted in this pass. */
  readonly remaining?: ReadonlyMap<string, number> | undefined;
  readonly remainingByFinalizer?: ReadonlyMap<string, number> | undefined;
}

interface Finding {
  readonly reason: string;
  readonly message: string;
}

/** The conditions in their order, with what they say without errors. */
const successes: Readonly<Record<string, Finding>> = {
  NamespaceDeletionDiscoveryFailure: {
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  NamespaceDeletionGroupVersionParsingFailure: {
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  NamespaceDeletionContentFailure: {
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
  NamespaceContentRemaining: { reason: 'ContentRemoved', message: 'All content successfully removed' },
  NamespaceFinalizersRemaining: {
    reason: 'ContentHasNoFinalizers',
    message: 'All content-preserving finalizers finished',
  },
};

/** Returns the conditions after a pass; the same list if nothing changes. */
export function namespaceConditions(
  current: readonly NamespaceCondition[],
  report: ContentReport,
  now: number,
): readonly NamespaceCondition[] {
  const problems = problemsIn(report);
  const conditions = Object.entries(successes).map(([type, success]) => {
    const problem = problems[type];
    const old = current.find((condition) => condition.type === type);
    const status = problem ? 'True' : 'False';
    const lastTransitionTime = old?.status === status ? old.lastTransitionTime : formatTime(now);
    return { type, status, lastTransitionTime, ...(problem ?? success) } as NamespaceCondition;
  });
  const others = current.filter(({ type }) => !(type in successes));
  return conditions.every((condition) => isIn(current, condition)) ? current : [...others, ...conditions];
}

function isIn(current: readonly NamespaceCondition[], { type, status, reason, message }: NamespaceCondition): boolean {
  const old = current.find((condition) => condition.type === type);
  return old?.status === status && old.reason === reason && old.message === message;
}

function problemsIn(report: ContentReport): Readonly<Record<string, Finding>> {
  const { discoveryFailure, deletionFailures, remaining, remainingByFinalizer } = report;
  return {
    ...(discoveryFailure !== undefined && {
      NamespaceDeletionDiscoveryFailure: { reason: 'DiscoveryFailed', message: discoveryFailure },
    }),
    ...(deletionFailures.length > 0 && {
      NamespaceDeletionContentFailure: {
        reason: 'ContentDeletionFailed',
        message: `Failed to delete all resource types, ${deletionFailures.length} remaining: ${[...deletionFailures].sort().join(', ')}`,
      },
    }),
    ...(remaining?.size && {
      NamespaceContentRemaining: {
        reason: 'SomeResourcesRemain',
        message: `Some resources are remaining: ${counted(remaining, (name, count) => `${name} has ${count} resource instances`)}`,
      },
    }),
    ...(remainingByFinalizer?.size && {
      NamespaceFinalizersRemaining: {
        reason: 'SomeFinalizersRemain',
        message: `Some content in the namespace has finalizers remaining: ${counted(remainingByFinalizer, (name, count) => `${name} in ${count} resource instances`)}`,
      },
    }),
  };
}

function counted(counts: ReadonlyMap<string, number>, describe: (name: string, count: number) => string): string {
  return [...counts]
    .map(([name, count]) => describe(name, count))
    .sort()
    .join(', ');
}
