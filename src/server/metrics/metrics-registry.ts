import type { CounterDeclaration, GaugeDeclaration, HistogramDeclaration } from './declaration.js';
import { MetricFamily } from './metric-family.js';
import { Counter, Gauge, Histogram } from './series.js';
import { headText, histogramText, textContentType, valueText } from './text-format.js';

/** An `ApiResponse`. */
export interface MetricsAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

interface Registered {
  readonly declaration: object;
  readonly family: object;
  readonly expose: () => string;
}

/** All metrics of the process. A metric is there from the first time that somebody asks for it by its declaration. */
export class MetricsRegistry {
  readonly #registered = new Map<string, Registered>();
  readonly #collectors: (() => void)[] = [];

  counter<Label extends string>(declaration: CounterDeclaration<Label>): MetricFamily<Counter, Label> {
    return this.#family(declaration, () => new Counter(), valueText);
  }

  gauge<Label extends string>(declaration: GaugeDeclaration<Label>): MetricFamily<Gauge, Label> {
    return this.#family(declaration, () => new Gauge(), valueText);
  }

  histogram<Label extends string>(declaration: HistogramDeclaration<Label>): MetricFamily<Histogram, Label> {
    return this.#family(declaration, () => new Histogram(declaration.buckets), histogramText(declaration.buckets));
  }

  /** Called before the metrics are shown: for what is cheaper to look up then than to follow. */
  onScrape(collect: () => void): void {
    this.#collectors.push(collect);
  }

  /** In Prometheus' text format, families and series in order; families without series are left out. */
  expose(): string {
    for (const collect of this.#collectors) collect();
    const names = [...this.#registered.keys()].sort();
    return names.map((name) => this.#registered.get(name)!.expose()).join('');
  }

  answer(): MetricsAnswer {
    return { status: 200, headers: { 'content-type': textContentType }, body: Buffer.from(this.expose()) };
  }

  #family<Series, Label extends string>(
    declaration: { readonly type: string; readonly name: string } & MetricFamily<Series, Label>['declaration'],
    newSeries: () => Series,
    text: (name: string, labels: string, series: Series) => string,
  ): MetricFamily<Series, Label> {
    const { name } = declaration;
    const known = this.#registered.get(name);
    if (known !== undefined) {
      if (known.declaration !== declaration) throw new Error(`two metrics are named ${name}`);
      return known.family as MetricFamily<Series, Label>;
    }
    const family = new MetricFamily<Series, Label>(declaration, newSeries);
    this.#registered.set(name, { declaration, family, expose: () => familyText(family, text) });
    return family;
  }
}

function familyText<Series, Label extends string>(
  family: MetricFamily<Series, Label>,
  text: (name: string, labels: string, series: Series) => string,
): string {
  const series = family.sorted();
  if (series.length === 0) return '';
  const { name } = family.declaration;
  let exposed = headText(family.declaration);
  for (const [labels, one] of series) exposed += text(name, labels, one);
  return exposed;
}
