import type { Pod } from '../../../api/core/v1.js';

const prefix = 'simulation.trestle.dev/';

/** What annotations of a pod request of the simulation. */
export interface Requests {
  /**
   * The containers end so many seconds after they started. Unset: those whose command is `sleep` when that ends, others
   * of jobs after one second, and all others not at all.
   */
  readonly runSeconds: number | undefined;
  readonly exitCode: number;
  readonly failure: 'crash-loop' | 'image-pull' | 'not-ready' | undefined;
  /** The containers become ready so many seconds after they started. */
  readonly readySeconds: number;
  /** How long the containers take to stop when the pod is deleted. */
  readonly stopSeconds: number;
}

/** How long the containers sleep if they do nothing else. */
function sleepSeconds({ spec }: Pod): number | undefined {
  const durations = (spec.containers ?? []).map(({ command = [], args = [] }) => {
    const [program = '', duration = '', ...more] = [...command, ...args];
    if (!/^(\/(usr\/)?bin\/)?sleep$/.test(program) || more.length > 0) return Number.NaN;
    if (duration === 'infinity') return Number.POSITIVE_INFINITY;
    return /^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(duration) ? Number(duration) : Number.NaN;
  });
  const longest = Math.max(...durations);
  return durations.length === 0 || Number.isNaN(longest) ? undefined : longest;
}

const failures = ['crash-loop', 'image-pull', 'not-ready'] as const;

export function requestsOf(pod: Pod): Requests {
  const text = (name: string): string | undefined => pod.metadata.annotations?.[prefix + name];
  const seconds = (name: string): number | undefined => {
    const value = text(name);
    return value !== undefined && /^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(value) ? Number(value) : undefined;
  };
  const failure = failures.find((name) => name === text('failure'));
  const isOfJob = pod.metadata.ownerReferences?.some(({ kind, controller }) => controller && kind === 'Job') ?? false;
  return {
    runSeconds:
      seconds('run-seconds') ?? (failure === 'crash-loop' ? 1 : sleepSeconds(pod)) ?? (isOfJob ? 1 : undefined),
    exitCode: seconds('exit-code') ?? (failure === 'crash-loop' ? 1 : 0),
    failure,
    readySeconds: seconds('ready-seconds') ?? 0,
    stopSeconds: seconds('stop-seconds') ?? 0,
  };
}
