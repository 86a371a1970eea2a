import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { MetricDeclaration } from './declaration.js';
import type { ResourceIndex } from './resource-index.js';
import { labelText } from './text-format.js';

/** More series than this indicate a bug, or an attempt to exhaust the memory. */
const maxSeries = 20_000;

type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

/** The values that labels may have; a label that is not mentioned may have any. */
export interface LabelLimits {
  readonly allowed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Called for each value that is replaced. */
  readonly onUnexpected: () => void;
}

/** A series of a resource. */
export interface ResourceSeries {
  readonly family: Pick<MetricFamily<unknown, string>, 'removeKey'>;
  /** Identifies the series in the family. */
  readonly key: string;
}

interface MetricFamilyOptions<Series, Declared> {
  readonly create: (declaration: Declared) => Series;
  /** Receives the series whose labels contain a resource. */
  readonly byResource: ResourceIndex<ResourceSeries>;
  readonly limits?: LabelLimits | undefined;
}

/** The series of a metric, by label values. */
export class MetricFamily<
  Series,
  Label extends string,
  Declared extends MetricDeclaration<Label> = MetricDeclaration<Label>,
> {
  readonly declaration: Declared;
  readonly #create: (declaration: Declared) => Series;
  readonly #labels: readonly Label[];
  /** If only recent series are kept: the most recently used one is last. */
  readonly #series = new Map<string, Series>();
  /** Undefined if the labels do not contain a resource. */
  readonly #byResource: ResourceIndex<ResourceSeries> | undefined;
  readonly #limits: LabelLimits | undefined;
  #surplus: Series | undefined;
  #sorted: readonly (readonly [labels: string, series: Series])[] | undefined;

  constructor(declaration: Declared, { create, byResource, limits }: MetricFamilyOptions<Series, Declared>) {
    this.#limits = limits;
    this.declaration = declaration;
    this.#create = create;
    this.#labels = sortedLabels(declaration);
    const names: readonly string[] = this.#labels;
    this.#byResource = names.includes('group') && names.includes('resource') ? byResource : undefined;
    if (this.#labels.length === 0) this.#series.set('', create(declaration));
  }

  /**
   * Returns the series of these label values. Callers should cache it if they use it often: the lookup costs more than
   * an increment. Beyond the limit, all values share one series that is not exposed.
   */
  with(given: LabelValues<Label>): Series {
    const values = this.#limits ? limited(given, this.#limits) : given;
    const key = labelText(this.#labels, values);
    const known = this.#series.get(key);
    if (known === undefined) return this.#add(key, values);
    if (this.declaration.keepsRecent !== undefined) {
      this.#series.delete(key);
      this.#series.set(key, known);
    }
    return known;
  }

  /** Removes a series, for example of a deleted object. */
  remove(given: LabelValues<Label>): void {
    const values = this.#limits ? limited(given, this.#limits) : given;
    const key = labelText(this.#labels, values);
    this.#byResource?.remove(resourceOf(values), this.#isOf(key));
    this.removeKey(key);
  }

  /** For the owner of the index by resources. */
  removeKey(key: string): void {
    if (this.#series.delete(key)) this.#sorted = undefined;
  }

  /** Removes all series with these label values. Scans all series: for rare events only. */
  removeMatching(values: Readonly<Record<string, string>>): void {
    const names: readonly string[] = this.#labels;
    if (!Object.keys(values).every((label) => names.includes(label))) return;
    // Quotes in values are escaped, so the text of a label cannot occur within a value.
    const wanted = Object.keys(values).map((label) => `,${labelText([label], values)},`);
    for (const key of this.#series.keys()) {
      if (!wanted.every((label) => `,${key},`.includes(label))) continue;
      this.removeKey(key);
    }
  }

  /** Sorted by label values. */
  sorted(): readonly (readonly [labels: string, series: Series])[] {
    this.#sorted ??= [...this.#series].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#sorted;
  }

  #add(key: string, values: LabelValues<Label>): Series {
    const { keepsRecent = Number.POSITIVE_INFINITY } = this.declaration;
    if (this.#series.size >= keepsRecent) this.#series.delete(this.#series.keys().next().value!);
    else if (this.#series.size >= maxSeries) {
      this.#surplus ??= this.#create(this.declaration);
      return this.#surplus;
    }
    const series = this.#create(this.declaration);
    this.#series.set(key, series);
    this.#byResource?.add(resourceOf(values), { family: this, key }, this.#isOf(key));
    this.#sorted = undefined;
    return series;
  }

  #isOf(key: string): (series: ResourceSeries) => boolean {
    return (series) => series.family === this && series.key === key;
  }
}

const sortedOf = new WeakMap<object, readonly string[]>();

/** The same array for all servers of a process. */
function sortedLabels<Label extends string>(declaration: MetricDeclaration<Label>): readonly Label[] {
  const labels = (sortedOf.get(declaration) as readonly Label[] | undefined) ?? [...declaration.labels].sort();
  sortedOf.set(declaration, labels);
  return labels;
}

/** Only for families with these labels. */
function resourceOf(values: Readonly<Record<string, string>>): GroupResource {
  return { group: values['group']!, resource: values['resource']! };
}

/** Returns the series of a family without labels. */
export function only<Series>(family: MetricFamily<Series, never>): Series {
  return family.with({});
}

function limited<Values extends Readonly<Record<string, string>>>(
  values: Values,
  { allowed, onUnexpected }: LabelLimits,
): Values {
  const result: Record<string, string> = { ...values };
  for (const [label, known] of allowed) {
    const value = result[label];
    if (value === undefined || known.has(value)) continue;
    result[label] = 'unexpected';
    onUnexpected();
  }
  // The same labels.
  return result as Values;
}
