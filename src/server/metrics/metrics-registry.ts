// Follows staging/src/k8s.io/component-base/metrics/http.go (v1.36)

import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { CounterDeclaration, GaugeDeclaration, HistogramDeclaration, MetricDeclaration } from './declaration.js';
import { type LabelLimits, MetricFamily, type ResourceSeries } from './metric-family.js';
import { familyMessage, prefersProtobuf, protobufContentType } from './protobuf-format.js';
import { ResourceIndex } from './resource-index.js';
import { Counter, Gauge, Histogram } from './series.js';
import { headText, histogramText, textContentType, valueText } from './text-format.js';

/** An `ApiResponse`. */
interface MetricsResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Iterable<Buffer>;
}

type SeriesText<Series> = (name: string, labels: string, series: Series) => string;
type Declaration<Label extends string> = MetricDeclaration<Label> & {
  readonly type: 'counter' | 'gauge' | 'histogram';
};

/** How the series of a type of metric are created and written. */
interface SeriesType<Series, Declared> {
  readonly create: (declaration: Declared) => Series;
  readonly text: (declaration: Declared) => SeriesText<Series>;
}

const counters: SeriesType<Counter, object> = { create: () => new Counter(), text: () => valueText };
const gauges: SeriesType<Gauge, object> = { create: () => new Gauge(), text: () => valueText };
const histograms = (isNative: boolean): SeriesType<Histogram, Pick<HistogramDeclaration, 'buckets'>> => ({
  create: ({ buckets }) => new Histogram(buckets, { isNative }),
  text: ({ buckets }) => histogramText(buckets),
});

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

  /** The same as a message. */
  *messages(): IterableIterator<Buffer> {
    const series = this.family.sorted();
    if (series.length > 0) yield familyMessage(this.declaration, series);
  }

  reset(): void {
    for (const [, series] of this.family.sorted()) if (!(series instanceof Gauge)) series.reset();
  }
}

type AnyRegistered = Pick<
  Registered<Counter | Gauge | Histogram, Declaration<string>>,
  'declaration' | 'texts' | 'messages' | 'reset'
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

interface MetricsRegistryOptions {
  readonly exposure?: MetricsExposure | undefined;
  /** Whether histograms have buckets of exponential width as well. Unset: no. */
  readonly nativeHistograms?: boolean | undefined;
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
  readonly #histograms: SeriesType<Histogram, Pick<HistogramDeclaration, 'buckets'>>;
  /** How often a label had a value that is not allowed. */
  unexpectedValues = 0;

  constructor({ exposure, nativeHistograms = false }: MetricsRegistryOptions = {}) {
    this.#exposure = exposure ?? { disabled: new Set(), allowedValues: new Map() };
    this.#histograms = histograms(nativeHistograms);
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
    return this.#family<Histogram, Label, HistogramDeclaration<Label>>(declaration, this.#histograms);
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
    let text = '';
    for (const registered of this.#exposed()) {
      for (const one of registered.texts()) {
        text += one;
        if (text.length < chunkLength) continue;
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(text);
  }

  /** The same as protocol buffers, each after its length. */
  *messages(): IterableIterator<Buffer> {
    for (const registered of this.#exposed()) yield* registered.messages();
  }

  *#exposed(): IterableIterator<AnyRegistered> {
    for (const collect of this.#collectors) collect();
    for (const name of [...this.#registered.keys()].sort()) {
      if (!this.#exposure.disabled.has(name)) yield this.#registered.get(name)!;
    }
  }

  expose(): string {
    return Buffer.concat([...this.chunks()]).toString();
  }

  /** Resets counters and histograms to 0; gauges keep their values. */
  reset(): void {
    for (const registered of this.#registered.values()) registered.reset();
  }

  /** The response to GET; DELETE resets the metrics. */
  respond({ method = 'GET', accept }: { method?: string; accept?: string | undefined } = {}): MetricsResponse {
    if (method !== 'DELETE') {
      return prefersProtobuf(accept)
        ? { status: 200, headers: { 'content-type': protobufContentType }, body: this.messages() }
        : { status: 200, headers: { 'content-type': textContentType }, body: this.chunks() };
    }
    this.reset();
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { status: 200, headers, body: [Buffer.from('metrics reset\n')] };
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
