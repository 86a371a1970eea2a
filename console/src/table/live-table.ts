import { signal } from '@preact/signals';
import { ApiError, get, type Metadata, messageOf, withQuery } from '../api/client.ts';
import { apiVersionOf, pathOf, type Resource } from '../api/discovery.ts';
import { delay, type WatchEvent, watch } from '../api/watch.ts';
import { ageMilliseconds } from '../ui/format.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
}

export interface Row {
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly cells: readonly unknown[];
  readonly created: number;
  readonly labels: Readonly<Record<string, string>>;
  /** The times whose ages some cells are, by index. */
  readonly times: Readonly<Record<number, number>>;
  /** When cells changed last, by index; time of `performance.now`. */
  readonly changed: Readonly<Record<number, number>>;
}

interface Table {
  readonly metadata?: Metadata;
  readonly columnDefinitions?: readonly Column[];
  readonly rows?: readonly { readonly cells: readonly unknown[]; readonly object: { readonly metadata: Metadata } }[];
}

export interface Selection {
  readonly namespace: string;
  readonly labels: string;
  readonly fields: string;
}

const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
/** The first rows must appear at once; later pages should be few. */
const firstPage = 200;
const laterPage = 5_000;
const none: Readonly<Record<number, number>> = {};

/** The rows of a collection, kept up to date by a watch. */
export class LiveTable {
  readonly columns = signal<readonly Column[]>([]);
  /** Incremented with each change of the rows. */
  readonly version = signal(0);
  /** Incremented if rows were added or removed. */
  readonly membership = signal(0);
  readonly isComplete = signal(false);
  readonly problem = signal<{ readonly code: number; readonly message: string } | undefined>(undefined);
  readonly rows = new Map<string, Row>();
  readonly #path: string;
  readonly #query: Readonly<Record<string, string | undefined>>;
  readonly #canWatch: boolean;
  readonly #apiVersion: string;
  readonly #ending = new AbortController();

  constructor(resource: Resource, { namespace, labels, fields }: Selection) {
    this.#path = pathOf(resource, { namespace: resource.isNamespaced ? namespace : '' });
    this.#query = { labelSelector: labels || undefined, fieldSelector: fields || undefined };
    this.#canWatch = resource.verbs.has('watch');
    this.#apiVersion = apiVersionOf(resource);
  }

  /** Lists and watches until `close`. */
  async run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        const resourceVersion = await this.#list();
        this.problem.value = undefined;
        if (!this.#canWatch) return;
        await watch<Table>(this.#path, { accept, signal, resourceVersion, query: this.#query, onEvents: this.#apply });
      } catch (error) {
        if (signal.aborted) return;
        this.problem.value = { code: error instanceof ApiError ? error.code : 0, message: messageOf(error) };
        this.isComplete.value = true;
        if (error instanceof ApiError && error.code < 500) return;
        await delay(3_000, signal);
      }
    }
  }

  close(): void {
    this.#ending.abort();
  }

  async #list(): Promise<string> {
    const seen = new Set<string>();
    let next: string | undefined;
    let resourceVersion = '';
    do {
      const limit = seen.size === 0 ? firstPage : laterPage;
      const path = withQuery(this.#path, { ...this.#query, limit, continue: next });
      const page = await get<Table>(path, { accept, signal: this.#ending.signal });
      if (page.columnDefinitions) this.columns.value = page.columnDefinitions;
      for (const row of page.rows ?? []) seen.add(this.#put(row, { isMarked: false }));
      resourceVersion ||= page.metadata?.resourceVersion ?? '';
      next = page.metadata?.continue;
      this.#changed(true);
    } while (next);
    for (const key of this.rows.keys()) if (!seen.has(key)) this.rows.delete(key);
    this.isComplete.value = true;
    this.#changed(true);
    return resourceVersion;
  }

  readonly #apply = (events: readonly WatchEvent<Table>[]): string | undefined => {
    let resourceVersion: string | undefined;
    let isReordered = false;
    for (const { type, object } of events) {
      if (object.columnDefinitions?.length) this.columns.value = object.columnDefinitions;
      for (const row of object.rows ?? []) {
        resourceVersion = row.object.metadata.resourceVersion ?? resourceVersion;
        if (type === 'BOOKMARK') continue;
        const size = this.rows.size;
        if (type === 'DELETED') this.rows.delete(rowKey(row.object.metadata));
        else this.#put(row, { isMarked: true });
        isReordered ||= this.rows.size !== size;
      }
      resourceVersion = object.metadata?.resourceVersion || resourceVersion;
    }
    this.#changed(isReordered);
    return resourceVersion;
  };

  #put(
    { cells, object: { metadata } }: NonNullable<Table['rows']>[number],
    { isMarked }: { isMarked: boolean },
  ): string {
    const key = rowKey(metadata);
    const known = this.rows.get(key);
    this.rows.set(key, {
      key,
      name: metadata.name,
      namespace: metadata.namespace ?? '',
      cells,
      created: Date.parse(metadata.creationTimestamp ?? '') || 0,
      labels: metadata.labels ?? {},
      times: timesIn(cells, this.columns.value),
      changed: isMarked ? changedCells(known, cells) : (known?.changed ?? none),
    });
    return key;
  }

  #changed(isReordered: boolean): void {
    if (isReordered) this.membership.value++;
    this.version.value++;
  }

  get apiVersion(): string {
    return this.#apiVersion;
  }
}

function rowKey({ namespace = '', name }: Metadata): string {
  return `${namespace}/${name}`;
}

/** The server writes times as ages, which grow while the page shows them. */
function timesIn(cells: readonly unknown[], columns: readonly Column[]): Readonly<Record<number, number>> {
  let times: Record<number, number> | undefined;
  for (const [index, { name, type }] of columns.entries()) {
    if (type !== 'date' && name !== 'Last Seen' && name !== 'First Seen' && name !== 'Last Schedule') continue;
    const age = ageMilliseconds(String(cells[index]));
    if (age === undefined) continue;
    times ??= {};
    times[index] = Date.now() - age;
  }
  return times ?? none;
}

/** All cells of a new row. Ages that have only grown are none. */
function changedCells(known: Row | undefined, cells: readonly unknown[]): Readonly<Record<number, number>> {
  const now = performance.now();
  const changed: Record<number, number> = known ? { ...known.changed } : {};
  for (const [index, cell] of cells.entries()) {
    if (known && (known.cells[index] === cell || hasGrown(known, index, cell))) continue;
    changed[index] = now;
  }
  return changed;
}

function hasGrown({ times, cells }: Row, index: number, cell: unknown): boolean {
  if (times[index] === undefined) return false;
  const [before, after] = [cells[index], cell].map((text) => ageMilliseconds(String(text)));
  return before !== undefined && after !== undefined && after >= before;
}
