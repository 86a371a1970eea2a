type Stability = 'STABLE' | 'BETA' | 'ALPHA';

/** Declares a metric. Dashboards and alerts depend on its name, labels and buckets. */
export interface MetricDeclaration<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** Prefix of the help text; unset for metrics of the process. */
  readonly stability?: Stability;
  readonly deprecatedSince?: string;
  readonly labels: readonly Label[];
  /**
   * For labels that name objects, which are created and deleted: keeps this many of the most recently used series.
   * Callers must look up the series each time.
   */
  readonly keepsRecent?: number;
}

export interface CounterDeclaration<Label extends string = string> extends MetricDeclaration<Label> {
  readonly type: 'counter';
}

export interface GaugeDeclaration<Label extends string = string> extends MetricDeclaration<Label> {
  readonly type: 'gauge';
}

export interface HistogramDeclaration<Label extends string = string> extends MetricDeclaration<Label> {
  readonly type: 'histogram';
  /** Upper bounds, ascending, without +Inf. */
  readonly buckets: readonly number[];
}

/** Number of series that a metric keeps if its labels name objects: policies, webhooks, APIServices. */
export const recentNames = 500;

type Details<Label extends string> = Omit<MetricDeclaration<Label>, 'name' | 'labels'> & {
  readonly labels?: readonly Label[];
};

export function counter<const Label extends string = never>(
  name: string,
  details: Details<Label>,
): CounterDeclaration<Label> {
  return { type: 'counter', name, labels: [], ...details };
}

export function gauge<const Label extends string = never>(
  name: string,
  details: Details<Label>,
): GaugeDeclaration<Label> {
  return { type: 'gauge', name, labels: [], ...details };
}

export function histogram<const Label extends string = never>(
  name: string,
  details: Details<Label> & { readonly buckets: readonly number[] },
): HistogramDeclaration<Label> {
  return { type: 'histogram', name, labels: [], ...details };
}

/** Returns `count` bounds from `start`, each `factor` times the previous one. */
export function exponentialBuckets(start: number, factor: number, count: number): readonly number[] {
  const buckets = [start];
  while (buckets.length < count) buckets.push(buckets[buckets.length - 1]! * factor);
  return buckets;
}
