// Follows staging/src/k8s.io/component-base/metrics/http.go (v1.36)

import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { CounterDeclaration, GaugeDeclaration, HistogramDeclaration } from './declaration.js';
import { MetricFamily } from './metric-family.js';
import { Counter, Gauge, Histogram } from './series.js';
import { headText, histogramText, textContentType, valueText } from './text-format.js';

/** An `ApiResponse`. */
interface MetricsResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer | Iterable<Buffer>;
}

type SeriesText<Series> = (name: string, labels: string, series: Series) => string;

interface Registered {
  readonly declaration: object;
  readonly family: object;
  readonly texts: () => Iterable<string>;
  readonly reset: () => void;
  readonly removeResource: (resource: GroupResource) => void;
  readonly removeMatching: (values: Readonly<Record<string, string>>) => void;
}

const chunkLength = 64 * 1024;

/** All metrics of the process. A metric exists from the first time its declaration is used. */
export class MetricsRegistry {
  readonly #registered = new Map<string, Registered>();
  readonly #collectors: (() => void)[] = [];
  readonly #forgetters: ((resource: GroupResource) => void)[] = [];

  counter<Label extends string>(declaration: CounterDeclaration<Label>): MetricFamily<Counter, Label> {
    return this.#family(
      declaration,
      () => new Counter(),
      () => valueText,
    );
  }

  gauge<Label extends string>(declaration: GaugeDeclaration<Label>): MetricFamily<Gauge, Label> {
    return this.#family(
      declaration,
      () => new Gauge(),
      () => valueText,
    );
  }

  histogram<Label extends string>(declaration: HistogramDeclaration<Label>): MetricFamily<Histogram, Label> {
    const { buckets } = declaration;
    return this.#family(
      declaration,
      () => new Histogram(buckets),
      () => histogramText(buckets),
    );
  }

  /** Registers a callback that runs before each scrape, for values that are cheaper to read than to track. */
  onScrape(collect: () => void): void {
    this.#collectors.push(collect);
  }

  /** Removes all series with the group and resource of a resource that is no longer served. */
  removeResource(resource: GroupResource): void {
    for (const { removeResource } of this.#registered.values()) removeResource(resource);
    for (const forget of this.#forgetters) forget(resource);
  }

  /** Removes all series with these label values. For rare events only. */
  removeMatching(values: Readonly<Record<string, string>>): void {
    for (const { removeMatching } of this.#registered.values()) removeMatching(values);
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
    for (const { reset } of this.#registered.values()) reset();
  }

  /** The response to GET; DELETE resets the metrics. */
  respond(method = 'GET'): MetricsResponse {
    if (method !== 'DELETE') return { status: 200, headers: { 'content-type': textContentType }, body: this.chunks() };
    this.reset();
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { status: 200, headers, body: Buffer.from('metrics reset\n') };
  }

  #family<Series extends Counter | Gauge | Histogram, Label extends string>(
    declaration: MetricFamily<Series, Label>['declaration'],
    newSeries: () => Series,
    newText: () => SeriesText<Series>,
  ): MetricFamily<Series, Label> {
    const { name } = declaration;
    const known = this.#registered.get(name);
    if (known !== undefined) {
      if (known.declaration !== declaration) throw new Error(`two metrics are named ${name}`);
      return known.family as MetricFamily<Series, Label>;
    }
    const family = new MetricFamily<Series, Label>(declaration, newSeries);
    const text = newText();
    this.#registered.set(name, {
      declaration,
      family,
      texts: () => familyTexts(family, text),
      reset: () => resetSeries(family),
      removeResource: (resource) => family.removeResource(resource),
      removeMatching: (values) => family.removeMatching(values),
    });
    return family;
  }
}

/** The header and all series of a family; nothing if there are no series. */
function* familyTexts<Series, Label extends string>(
  family: MetricFamily<Series, Label>,
  text: SeriesText<Series>,
): IterableIterator<string> {
  const series = family.sorted();
  if (series.length > 0) yield headText(family.declaration);
  for (const [labels, one] of series) yield text(family.declaration.name, labels, one);
}

function resetSeries<Label extends string>(family: MetricFamily<Counter | Gauge | Histogram, Label>): void {
  for (const [, series] of family.sorted()) if (!(series instanceof Gauge)) series.reset();
}
