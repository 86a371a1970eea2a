// Follows pkg/controller/job/pod_failure_policy.go (v1.36)
// Follows pkg/controller/job/success_policy.go (v1.36)
import type { Job, PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule } from '../../api/batch/v1.js';
import type { ContainerStatus, Pod } from '../../api/core/v1.js';
import { IndexSet } from './indexes.js';

export interface FailureMatch {
  readonly action?: string;
  /** Why the whole job fails. */
  readonly message?: string;
  readonly isCounted: boolean;
}

/** What the job's policy says about a pod that failed. */
export function matchFailure({ spec }: Job, pod: Pod): FailureMatch {
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    const matched = matchRule(rule, pod);
    if (matched === undefined) continue;
    const { action } = rule;
    if (action === 'Ignore') return { action, isCounted: false };
    if (action !== 'FailJob') return { action, isCounted: true };
    return { action, isCounted: true, message: `${matched} matching ${action} rule at index ${index}` };
  }
  return { isCounted: true };
}

function matchRule({ onExitCodes, onPodConditions = [] }: PodFailurePolicyRule, pod: Pod): string | undefined {
  const { metadata, status } = pod;
  const name = `${metadata.namespace}/${metadata.name}`;
  if (onExitCodes) {
    const statuses = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
    const failed = statuses.find((container) => matchesExitCode(container, onExitCodes));
    return (
      failed && `Container ${failed.name} for pod ${name} failed with exit code ${failed.state.terminated?.exitCode}`
    );
  }
  const condition = status.conditions?.find(({ type, status: value }) =>
    onPodConditions.some((pattern) => pattern.type === type && pattern.status === value),
  );
  return condition && `Pod ${name} has condition ${condition.type}`;
}

function matchesExitCode(
  { name, state }: ContainerStatus,
  { containerName, operator, values }: PodFailurePolicyOnExitCodesRequirement,
): boolean {
  const code = state.terminated?.exitCode ?? 0;
  if (code === 0 || (containerName !== undefined && containerName !== name)) return false;
  return operator === 'In' ? (values ?? []).includes(code) : operator === 'NotIn' && !(values ?? []).includes(code);
}

/** Which rule of the job's policy is met by the indexes that succeeded; undefined: none. */
export function matchSuccess({ spec }: Job, succeeded: IndexSet): string | undefined {
  if (succeeded.size === 0) return undefined;
  const index = (spec.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && succeeded.size >= succeededCount;
    const wanted = IndexSet.parse(succeededIndexes, spec.completions ?? 0);
    const contained = succeeded.countOf(wanted);
    return wanted.size > 0 && (contained === wanted.size || contained >= (succeededCount ?? Number.POSITIVE_INFINITY));
  });
  return index < 0 ? undefined : `Matched rules at index ${index}`;
}
