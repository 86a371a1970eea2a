import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { MetricDeclaration } from './declaration.js';
import { ResourceIndex } from './resource-index.js';
import { labelText } from './text-format.js';

/** More series than this are a mistake, or somebody's attempt to fill the memory. */
const maxSeries = 20_000;

export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

/** The series of one name, by the values of their labels. */
export class MetricFamily<Series, Label extends string> {
  readonly declaration: MetricDeclaration<Label> & { readonly type: string };
  readonly #newSeries: () => Series;
  readonly #labels: readonly Label[];
  /** Where only some are kept, the one that was used last is the last. */
  readonly #series = new Map<string, Series>();
  /** Undefined where series are not of resources. */
  readonly #byResource: ResourceIndex<string> | undefined;
  #surplus: Series | undefined;
  #sorted: readonly (readonly [labels: string, series: Series])[] | undefined;

  constructor(declaration: MetricDeclaration<Label> & { readonly type: string }, newSeries: () => Series) {
    this.declaration = declaration;
    this.#newSeries = newSeries;
    this.#labels = [...declaration.labels].sort();
    const names: readonly string[] = this.#labels;
    this.#byResource = names.includes('group') && names.includes('resource') ? new ResourceIndex() : undefined;
    if (this.#labels.length === 0) this.#series.set('', newSeries());
  }

  /**
   * The series of these label values. Keep it where it is used often: finding it costs more than counting. Beyond the
   * limit, all values share one series that is not shown.
   */
  with(values: LabelValues<Label>): Series {
    const key = labelText(this.#labels, values);
    const known = this.#series.get(key);
    if (known === undefined) return this.#add(key, values);
    if (this.declaration.keepsRecent !== undefined) {
      this.#series.delete(key);
      this.#series.set(key, known);
    }
    return known;
  }

  /** Forgets a series, for example of an object that is gone. */
  remove(values: LabelValues<Label>): void {
    const key = labelText(this.#labels, values);
    this.#byResource?.remove(resourceOf(values), key);
    if (this.#series.delete(key)) this.#sorted = undefined;
  }

  /** Forgets all series that have these among their labels. Looks at each series: for what seldom happens. */
  removeMatching(values: Readonly<Record<string, string>>): void {
    const names: readonly string[] = this.#labels;
    if (!Object.keys(values).every((label) => names.includes(label))) return;
    // Quotes within values are escaped, so a label is found nowhere but where it is.
    const wanted = Object.keys(values).map((label) => `,${labelText([label], values)},`);
    for (const key of this.#series.keys()) {
      if (!wanted.every((label) => `,${key},`.includes(label))) continue;
      this.#series.delete(key);
      this.#sorted = undefined;
    }
  }

  /** Forgets the series of a resource that is gone. */
  removeResource(resource: GroupResource): void {
    for (const key of this.#byResource?.take(resource) ?? []) {
      this.#series.delete(key);
      this.#sorted = undefined;
    }
  }

  /** By label values. */
  sorted(): readonly (readonly [labels: string, series: Series])[] {
    this.#sorted ??= [...this.#series].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#sorted;
  }

  #add(key: string, values: LabelValues<Label>): Series {
    const { keepsRecent = Number.POSITIVE_INFINITY } = this.declaration;
    if (this.#series.size >= keepsRecent) this.#series.delete(this.#series.keys().next().value!);
    else if (this.#series.size >= maxSeries) {
      this.#surplus ??= this.#newSeries();
      return this.#surplus;
    }
    const series = this.#newSeries();
    this.#series.set(key, series);
    this.#byResource?.add(resourceOf(values), key);
    this.#sorted = undefined;
    return series;
  }
}

/** Only for families that have these labels. */
function resourceOf(values: Readonly<Record<string, string>>): GroupResource {
  return { group: values['group']!, resource: values['resource']! };
}

/** The series of a family without labels. */
export function only<Series>(family: MetricFamily<Series, never>): Series {
  return family.with({});
}
