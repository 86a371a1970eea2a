import { ageMilliseconds } from '../ui/format.ts';
import type { LiveTable, Row } from './live-table.ts';

export interface View {
  readonly search: string;
  /** Index of a column, with a minus for descending; empty: by namespace and name. */
  readonly sort: string;
}

interface Computed {
  readonly membership: number;
  readonly version: number;
  readonly view: string;
  readonly at: number;
  readonly keys: readonly string[];
}

const computed = new WeakMap<LiveTable, Computed>();
/** Sorting many rows takes tens of milliseconds: it is not repeated for each event. */
const manyRows = 5_000;
const manyRowsMilliseconds = 400;

/**
 * The rows that match, in order. Their order is kept while cells change, unless the view depends on cells. Subscribes
 * to the table.
 */
export function visibleRows(table: LiveTable, { search, sort }: View): readonly Row[] {
  const version = table.version.value;
  const membership = table.membership.value;
  const view = JSON.stringify([search, sort]);
  const known = computed.get(table);
  const dependsOnCells = search !== '' || sort !== '';
  const isCurrent =
    known?.view === view && (dependsOnCells ? known.version === version : known.membership === membership);
  if (known && isCurrent) return present(table, known.keys);
  const isTooSoon =
    known?.view === view && table.rows.size > manyRows && performance.now() - known.at < manyRowsMilliseconds;
  if (known && isTooSoon) {
    setTimeout(() => table.version.value === version && table.version.value++, manyRowsMilliseconds);
    return present(table, known.keys);
  }
  const rows = [...table.rows.values()].filter((row) => matches(row, search.toLowerCase()));
  rows.sort(comparator(sort));
  computed.set(table, { membership, version, view, at: performance.now(), keys: rows.map(({ key }) => key) });
  return rows;
}

function present(table: LiveTable, keys: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  for (const key of keys) {
    const row = table.rows.get(key);
    if (row) rows.push(row);
  }
  return rows;
}

export function matches(row: Row, text: string): boolean {
  if (text === '') return true;
  return (
    row.key.includes(text) || row.cells.some((cell) => typeof cell === 'string' && cell.toLowerCase().includes(text))
  );
}

export function comparator(sort: string): (a: Row, b: Row) => number {
  if (sort === '') return byKey;
  const direction = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace('-', '');
  if (column === 'ns') return (a, b) => direction * order(a.namespace, b.namespace) || byKey(a, b);
  if (column === 'age') return (a, b) => direction * (b.created - a.created) || byKey(a, b);
  const index = Number(column);
  return (a, b) => direction * compareCells(a, b, index) || byKey(a, b);
}

function byKey(a: Row, b: Row): number {
  return order(a.key, b.key);
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function compareCells(a: Row, b: Row, index: number): number {
  const [left, right] = [a.times[index], b.times[index]];
  return left !== undefined && right !== undefined ? right - left : compare(a.cells[index], b.cells[index]);
}

/** Numbers as numbers, also those at the start of a text, such as `1/2` or `10Gi`; `5m` is more than `40s`. */
function compare(a: unknown, b: unknown): number {
  const ages = [a, b].map((cell) => ageMilliseconds(String(cell)));
  const areAges = ages.every((one) => one !== undefined);
  const [left, right] = areAges ? ages : [a, b].map((cell) => Number.parseFloat(String(cell)));
  if (!Number.isNaN(left) && !Number.isNaN(right) && left !== right) return left! - right!;
  return order(String(a ?? ''), String(b ?? ''));
}
