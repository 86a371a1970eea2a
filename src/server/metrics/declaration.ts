export type Stability = 'STABLE' | 'BETA' | 'ALPHA';

/** A metric as data. Its name, labels and buckets are what dashboards and alerts know it by. */
export interface MetricDeclaration<Label extends string> {
  readonly name: string;
  readonly help: string;
  /** Shown before the help; metrics of the process have none. */
  readonly stability?: Stability;
  readonly deprecatedSince?: string;
  readonly labels: readonly Label[];
  /**
   * For labels that name objects, which come and go: so many of the series that were used last are kept. Whoever counts
   * asks for the series each time.
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
  /** Upper bounds, ascending, without the infinite one. */
  readonly buckets: readonly number[];
}

/** How many series a metric keeps whose labels name objects: policies, webhooks, APIServices. */
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

/** `count` bounds from `start` on, each `factor` times the one before. */
export function exponentialBuckets(start: number, factor: number, count: number): readonly number[] {
  const buckets = [start];
  while (buckets.length < count) buckets.push(buckets[buckets.length - 1]! * factor);
  return buckets;
}
