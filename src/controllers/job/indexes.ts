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

/** The first and the last index. */
type Interval = [first: number, last: number];

/** Indexes of a job, as intervals: a job may have two billion. */
export class IndexSet {
  /** In order, with gaps between them. */
  readonly #intervals: Interval[] = [];

  /** Reads `1,3-5,7`. Indexes from `completions` on are left out. */
  static parse(text: string, completions: number): IndexSet {
    const intervals: Interval[] = [];
    for (const interval of text === '' ? [] : text.split(',')) {
      const [first, last = first] = interval.split('-').map(Number);
      if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last)) continue;
      intervals.push([first, Math.min(last, completions - 1)]);
    }
    const set = new IndexSet();
    for (const [first, last] of intervals.sort(([a], [b]) => a - b)) {
      const before = set.#intervals.at(-1);
      if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
      else if (first <= last) set.#intervals.push([first, last]);
    }
    return set;
  }

  get size(): number {
    return this.#intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  has(index: number): boolean {
    return this.nextAbsent(index) !== index;
  }

  add(index: number): void {
    if (this.has(index)) return;
    const at = this.#find(index);
    const [before, after] = [this.#intervals[at - 1], this.#intervals[at]];
    const joinsBefore = before !== undefined && before[1] === index - 1;
    const joinsAfter = after !== undefined && after[0] === index + 1;
    if (joinsBefore && joinsAfter) {
      before[1] = after[1];
      this.#intervals.splice(at, 1);
    } else if (joinsBefore) before[1] = index;
    else if (joinsAfter) after[0] = index;
    else this.#intervals.splice(at, 0, [index, index]);
  }

  /** The first index from the given one on that is not in the set. */
  nextAbsent(index: number): number {
    const before = this.#intervals[this.#find(index) - 1];
    return before !== undefined && index <= before[1] ? before[1] + 1 : index;
  }

  /** How many of the other set's indexes are in this one. */
  countOf(other: IndexSet): number {
    let count = 0;
    let at = 0;
    for (const [first, last] of other.#intervals) {
      while (at < this.#intervals.length && this.#intervals[at]![1] < first) at++;
      for (let each = at; each < this.#intervals.length && this.#intervals[each]![0] <= last; each++) {
        const [from, to] = this.#intervals[each]!;
        count += Math.min(last, to) - Math.max(first, from) + 1;
      }
    }
    return count;
  }

  toString(): string {
    const text = ([first, last]: Interval): string => {
      if (first === last) return String(first);
      return last === first + 1 ? `${first},${last}` : `${first}-${last}`;
    };
    return this.#intervals.map(text).join(',');
  }

  /** Where the first interval is that begins after the index. */
  #find(index: number): number {
    let [low, high] = [0, this.#intervals.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#intervals[middle]![0] <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
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
