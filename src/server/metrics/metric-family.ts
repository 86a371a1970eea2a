import type { MetricDeclaration } from './declaration.js';
import { labelText } from './text-format.js';

/** More series than this are a mistake, or somebody's attempt to fill the memory. */
const maxSeries = 20_000;

export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

/** The series of one name, by the values of their labels. */
export class MetricFamily<Series, Label extends string> {
  readonly declaration: MetricDeclaration<Label> & { readonly type: string };
  readonly #newSeries: () => Series;
  readonly #labels: readonly Label[];
  readonly #series = new Map<string, Series>();
  #surplus: Series | undefined;
  #sorted: readonly (readonly [labels: string, series: Series])[] | undefined;

  constructor(declaration: MetricDeclaration<Label> & { readonly type: string }, newSeries: () => Series) {
    this.declaration = declaration;
    this.#newSeries = newSeries;
    this.#labels = [...declaration.labels].sort();
    if (this.#labels.length === 0) this.#series.set('', newSeries());
  }

  /**
   * The series of these label values. Keep it where it is used often: finding it costs more than counting. Beyond the
   * limit, all values share one series that is not shown.
   */
  with(values: LabelValues<Label>): Series {
    const key = labelText(this.#labels, values);
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    if (this.#series.size >= maxSeries) {
      this.#surplus ??= this.#newSeries();
      return this.#surplus;
    }
    const series = this.#newSeries();
    this.#series.set(key, series);
    this.#sorted = undefined;
    return series;
  }

  /** Forgets a series, for example of an object that is gone. */
  remove(values: LabelValues<Label>): void {
    if (this.#series.delete(labelText(this.#labels, values))) this.#sorted = undefined;
  }

  /** By label values. */
  sorted(): readonly (readonly [labels: string, series: Series])[] {
    this.#sorted ??= [...this.#series].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#sorted;
  }
}

/** The series of a family without labels. */
export function only<Series>(family: MetricFamily<Series, never>): Series {
  return family.with({});
}
