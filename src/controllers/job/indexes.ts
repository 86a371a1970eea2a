// Follows pkg/controller/job/indexed_job_utils.go (v1.36)
import type { Job } from '../../api/batch/v1.js';
import type { Container, Pod } from '../../api/core/v1.js';

const indexAnnotation = 'batch.kubernetes.io/job-completion-index';
export const failureCountAnnotation = 'batch.kubernetes.io/job-index-failure-count';
export const ignoredFailureCountAnnotation = 'batch.kubernetes.io/job-index-ignored-failure-count';
const environmentName = 'JOB_COMPLETION_INDEX';
const maxGeneratedNameLength = 58;

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed';
}

export function hasLimitPerIndex(job: Job): boolean {
  return isIndexed(job) && job.spec.backoffLimitPerIndex !== undefined;
}

/** Undefined if it has none. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[indexAnnotation] ?? '';
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
}

function countIn({ metadata }: Pod, annotation: string): number {
  const text = metadata.annotations?.[annotation] ?? '';
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
}

/** How often the index had failed before this pod: counted, and ignored. */
export function failuresBefore(pod: Pod): { counted: number; ignored: number } {
  return { counted: countIn(pod, failureCountAnnotation), ignored: countIn(pod, ignoredFailureCountAnnotation) };
}

/** `1,3-5,7` */
export function formatIndexes(indexes: Iterable<number>): string {
  const sorted = [...new Set(indexes)].sort((a, b) => a - b);
  const intervals: [number, number][] = [];
  for (const index of sorted) {
    const last = intervals.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else intervals.push([index, index]);
  }
  const text = ([first, last]: [number, number]): string => {
    if (first === last) return String(first);
    return last === first + 1 ? `${first},${last}` : `${first}-${last}`;
  };
  return intervals.map(text).join(',');
}

/** Indexes from `completions` on are left out. */
export function parseIndexes(text: string, completions: number): Set<number> {
  const indexes = new Set<number>();
  for (const interval of text === '' ? [] : text.split(',')) {
    const [first, last = first] = interval.split('-').map(Number);
    if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last)) continue;
    for (let index = first; index <= last && index < completions; index++) indexes.add(index);
  }
  return indexes;
}

export function indexesOf(pods: readonly Pod[]): Set<number> {
  return new Set(pods.flatMap((pod) => indexOf(pod) ?? []));
}

/** A pod that knows its index. */
export function withIndex(pod: Pod, index: number, job: Job): Pod {
  const { name = '' } = job.metadata;
  const suffix = `-${index}-`;
  const text = String(index);
  const { metadata, spec } = pod;
  return {
    ...pod,
    metadata: {
      ...metadata,
      generateName: `${name.slice(0, maxGeneratedNameLength - suffix.length)}${suffix}`,
      labels: { ...metadata.labels, [indexAnnotation]: text },
      annotations: { ...metadata.annotations, [indexAnnotation]: text },
    },
    spec: {
      ...spec,
      hostname: `${name}-${index}`,
      containers: (spec.containers ?? []).map(withVariable),
      ...(spec.initContainers && { initContainers: spec.initContainers.map(withVariable) }),
    },
  };
}

function withVariable(container: Container): Container {
  const { env = [] } = container;
  if (env.some(({ name }) => name === environmentName)) return container;
  const fieldRef = { fieldPath: `metadata.labels['${indexAnnotation}']` };
  return { ...container, env: [...env, { name: environmentName, valueFrom: { fieldRef } }] };
}
