// Follows staging/src/k8s.io/component-base/metrics/http.go (v1.36)

import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { CounterDeclaration, GaugeDeclaration, HistogramDeclaration, MetricDeclaration } from './declaration.js';
import { type LabelLimits, MetricFamily, type ResourceSeries } from './metric-family.js';
import { ResourceIndex } from './resource-index.js';
import { Counter, Gauge, Histogram } from './series.js';
import { headText, histogramText, textContentType, valueText } from './text-format.js';

/** An `ApiResponse`. */
interface MetricsResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer | Iterable<Buffer>;
}

type SeriesText<Series> = (name: string, labels: string, series: Series) => string;
type Declaration<Label extends string> = MetricDeclaration<Label> & { readonly type: string };

/** How the series of a type of metric are created and written. */
interface SeriesType<Series, Declared> {
  readonly create: (declaration: Declared) => Series;
  readonly text: (declaration: Declared) => SeriesText<Series>;
}

const counters: SeriesType<Counter, object> = { create: () => new Counter(), text: () => valueText };
const gauges: SeriesType<Gauge, object> = { create: () => new Gauge(), text: () => valueText };
const histograms: SeriesType<Histogram, Pick<HistogramDeclaration, 'buckets'>> = {
  create: ({ buckets }) => new Histogram(buckets),
  text: ({ buckets }) => histogramText(buckets),
};

/** A family of any type: there are hundreds, so it has methods instead of closures. */
class Registered<Series extends Counter | Gauge | Histogram, Declared extends Declaration<string>> {
  readonly declaration: Declared;
  readonly family: MetricFamily<Series, string, Declared>;
  readonly #type: SeriesType<Series, Declared>;

  constructor(
    declaration: Declared,
    type: SeriesType<Series, Declared>,
    options: { byResource: ResourceIndex<ResourceSeries>; limits: LabelLimits | undefined },
  ) {
    this.declaration = declaration;
    this.#type = type;
    this.family = new MetricFamily(declaration, { create: type.create, ...options });
  }

  /** The header and all series; nothing if there are no series. */
  *texts(): IterableIterator<string> {
    const series = this.family.sorted();
    if (series.length > 0) yield headText(this.declaration);
    const text = this.#type.text(this.declaration);
    for (const [labels, one] of series) yield text(this.declaration.name, labels, one);
  }

  reset(): void {
    for (const [, series] of this.family.sorted()) if (!(series instanceof Gauge)) series.reset();
  }
}

type AnyRegistered = Pick<
  Registered<Counter | Gauge | Histogram, Declaration<string>>,
  'declaration' | 'texts' | 'reset'
> & {
  readonly family: Pick<MetricFamily<unknown, string>, 'removeMatching'>;
};

/** Which metrics are exposed, and with which labels. */
export interface MetricsExposure {
  /** Names of metrics that are not exposed. */
  readonly disabled: ReadonlySet<string>;
  /** By metric and label; other values become `unexpected`. Labels that are not mentioned have any value. */
  readonly allowedValues: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
}

const chunkLength = 64 * 1024;

/** All metrics of the process. A metric exists from the first time its declaration is used. */
export class MetricsRegistry {
  readonly #registered = new Map<string, AnyRegistered>();
  /** Those with the group and resource of a resource. */
  readonly #byResource = new ResourceIndex<ResourceSeries>();
  readonly #collectors: (() => void)[] = [];
  readonly #forgetters: ((resource: GroupResource) => void)[] = [];
  readonly #exposure: MetricsExposure;
  /** How often a label had a value that is not allowed. */
  unexpectedValues = 0;

  constructor(exposure: MetricsExposure = { disabled: new Set(), allowedValues: new Map() }) {
    this.#exposure = exposure;
  }

  get disabledMetrics(): number {
    return this.#exposure.disabled.size;
  }

  get declarations(): readonly Declaration<string>[] {
    return [...this.#registered.values()].map(({ declaration }) => declaration);
  }

  counter<Label extends string>(declaration: CounterDeclaration<Label>): MetricFamily<Counter, Label> {
    return this.#family<Counter, Label, CounterDeclaration<Label>>(declaration, counters);
  }

  gauge<Label extends string>(declaration: GaugeDeclaration<Label>): MetricFamily<Gauge, Label> {
    return this.#family<Gauge, Label, GaugeDeclaration<Label>>(declaration, gauges);
  }

  histogram<Label extends string>(declaration: HistogramDeclaration<Label>): MetricFamily<Histogram, Label> {
    return this.#family<Histogram, Label, HistogramDeclaration<Label>>(declaration, histograms);
  }

  /** Registers a callback that runs before each scrape, for values that are cheaper to read than to track. */
  onScrape(collect: () => void): void {
    this.#collectors.push(collect);
  }

  /** Removes all series with the group and resource of a resource that is no longer served. */
  removeResource(resource: GroupResource): void {
    for (const { family, key } of this.#byResource.take(resource)) family.removeKey(key);
    for (const forget of this.#forgetters) forget(resource);
  }

  /** Removes all series with these label values. For rare events only. */
  removeMatching(values: Readonly<Record<string, string>>): void {
    for (const { family } of this.#registered.values()) family.removeMatching(values);
  }

  /** Called with a resource whose series were removed, for callers that cache them. */
  onResourceRemoved(forget: (resource: GroupResource) => void): void {
    this.#forgetters.push(forget);
  }

  /**
   * Prometheus' text format, with sorted families and series, in chunks: it can be large, and requests must be served
   * in between. Omits families without series.
   */
  *chunks(): IterableIterator<Buffer> {
    for (const collect of this.#collectors) collect();
    let text = '';
    for (const name of [...this.#registered.keys()].sort()) {
      if (this.#exposure.disabled.has(name)) continue;
      for (const one of this.#registered.get(name)!.texts()) {
        text += one;
        if (text.length < chunkLength) continue;
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(text);
  }

  expose(): string {
    return Buffer.concat([...this.chunks()]).toString();
  }

  /** Resets counters and histograms to 0; gauges keep their values. */
  reset(): void {
    for (const registered of this.#registered.values()) registered.reset();
  }

  /** The response to GET; DELETE resets the metrics. */
  respond(method = 'GET'): MetricsResponse {
    if (method !== 'DELETE') return { status: 200, headers: { 'content-type': textContentType }, body: this.chunks() };
    this.reset();
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { status: 200, headers, body: Buffer.from('metrics reset\n') };
  }

  #limitsOf(name: string): LabelLimits | undefined {
    const allowed = this.#exposure.allowedValues.get(name);
    return allowed && { allowed, onUnexpected: () => this.unexpectedValues++ };
  }

  #family<Series extends Counter | Gauge | Histogram, Label extends string, Declared extends Declaration<Label>>(
    declaration: Declared,
    type: SeriesType<Series, Declared>,
  ): MetricFamily<Series, Label> {
    const { name } = declaration;
    const options = { byResource: this.#byResource, limits: this.#limitsOf(name) };
    const known = this.#registered.get(name) ?? new Registered(declaration, type, options);
    if (known.declaration !== declaration) throw new Error(`two metrics are named ${name}`);
    this.#registered.set(name, known);
    // The declaration determines the type of the series and their labels.
    return known.family as unknown as MetricFamily<Series, Label>;
  }
}
