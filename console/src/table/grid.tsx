import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { printJson } from '../api/exact-json.ts';
import { now } from '../ui/clock.ts';
import { age } from '../ui/format.ts';
import { onKey } from '../ui/keyboard.ts';
import type { Column, LiveTable, Row } from './live-table.ts';

/** `--row` of the style sheet. */
export const rowHeight = 33;
/** Rows that are drawn above and below the visible ones. */
const margin = 12;
/** How long a changed cell is marked. */
const markMilliseconds = 2_500;

interface Shown {
  readonly title: string;
  readonly description: string;
  /** What `sort` calls it. */
  readonly id: string;
  readonly textOf: (row: Row) => string;
  readonly index: number | undefined;
  /** Class of its cells. */
  readonly kind: 'name' | 'secondary' | 'value';
}

export interface GridProps {
  readonly table: LiveTable;
  readonly rows: readonly Row[];
  readonly sort: string;
  readonly isWide: boolean;
  readonly hasNamespaces: boolean;
  readonly onSort: (sort: string) => void;
  readonly hrefOf: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
  /** Shown if there are no rows. */
  readonly empty: ComponentChildren;
}

/** A table of which only the visible rows exist in the document. */
export function Grid({ table, rows, sort, isWide, hasNamespaces, onSort, hrefOf, onOpen, empty }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [chosen, setChosen] = useState(-1);
  const columns = useMemo(
    () => shownColumns(table.columns.value, { isWide, hasNamespaces }),
    [table.columns.value, isWide, hasNamespaces],
  );
  const { template, least } = useColumnWidths(columns, rows);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useKeys({ scroller, chosen, setChosen, rows, onOpen });

  const begin = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const end = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + margin);
  const slots = Math.ceil(view.height / rowHeight) + 2 * margin + 2;
  return (
    <div
      class="grid-scroller"
      ref={scroller}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <div
        class="grid"
        role="grid"
        tabIndex={0}
        aria-label="Objects"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={chosen >= begin && chosen < end ? `row-${chosen}` : undefined}
        style={{ '--columns': template, '--least': least }}
      >
        <div class="grid-head" role="row" aria-rowindex={1}>
          {columns.map(({ id, title, description }) => (
            <div key={id} role="columnheader" aria-sort={ariaSort(sort, id)} title={description}>
              <button type="button" class="plain" onClick={() => onSort(nextSort(sort, id))}>
                {title}
                {sortMark(sort, id)}
              </button>
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ height: `${rows.length * rowHeight}px`, position: 'relative' }}>
          {rows.slice(begin, end).map((row, offset) => {
            const index = begin + offset;
            return (
              <div
                // The elements of rows that leave are used for those that come.
                key={index % slots}
                id={`row-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={index === chosen}
                class={index === chosen ? 'grid-row chosen' : 'grid-row'}
                style={{ transform: `translateY(${index * rowHeight}px)` }}
                onClick={() => setChosen(index)}
                onDblClick={() => onOpen(row)}
              >
                {columns.map((column) => (
                  <Cell
                    key={column.id}
                    column={column}
                    row={row}
                    target={column.index === 0 ? hrefOf(row) : undefined}
                  />
                ))}
              </div>
            );
          })}
        </div>
        {rows.length === 0 && (table.isComplete.value ? empty : <Skeleton />)}
      </div>
    </div>
  );
}

function Cell({ column, row, target }: { column: Shown; row: Row; target: string | undefined }) {
  const text = column.textOf(row);
  const tone = toneOf(column, text);
  const changedAt = column.index === undefined ? undefined : row.changed[column.index];
  const isMarked = changedAt !== undefined && performance.now() - changedAt < markMilliseconds;
  return (
    // The key restarts the animation if the cell changes again.
    <div
      role="gridcell"
      title={text}
      key={isMarked ? changedAt : 0}
      class={isMarked ? `${column.kind} changed` : column.kind}
    >
      {tone && <i class={`dot ${tone}`} />}
      {target ? (
        <a href={target} tabIndex={-1}>
          {text}
        </a>
      ) : (
        text
      )}
    </div>
  );
}

const good = new Set([
  'Running',
  'Active',
  'True',
  'Ready',
  'Bound',
  'Available',
  'Complete',
  'Succeeded',
  'Completed',
]);
const bad = /^(?:Failed|Error|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|Evicted|NotReady|OOMKilled|Lost|False.*)$/;

function toneOf({ title }: Shown, text: string): string {
  if (title === 'Type') return text === 'Warning' ? 'tone-warn' : '';
  if (!/^(?:Status|Phase|Ready|Available|Established)$/i.test(title)) return '';
  if (good.has(text)) return 'tone-good';
  if (bad.test(text)) return 'tone-bad';
  return /^(?:Terminating|Pending|Unknown|ContainerCreating)$/.test(text) ? 'tone-warn' : '';
}

function shownColumns(
  columns: readonly Column[],
  { isWide, hasNamespaces }: { isWide: boolean; hasNamespaces: boolean },
): Shown[] {
  const shown = columns.flatMap((column, index) => (isWide || !column.priority ? [shownColumn(column, index)] : []));
  if (!hasNamespaces) return shown;
  return [
    {
      title: 'Namespace',
      description: '',
      id: 'ns',
      index: undefined,
      kind: 'secondary',
      textOf: (row) => row.namespace,
    },
    ...shown,
  ];
}

function shownColumn({ name, description = '' }: Column, index: number): Shown {
  if (name === 'Age') {
    return {
      title: name,
      description,
      id: 'age',
      index: undefined,
      kind: 'secondary',
      textOf: (row) => (row.created ? age(now.value - row.created) : ''),
    };
  }
  const kind = index === 0 ? 'name' : 'value';
  const text = (row: Row): string => {
    const time = row.times[index];
    return time === undefined ? textOf(row.cells[index]) : age(now.value - time);
  };
  return { title: name, description, id: String(index), index, kind, textOf: text };
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? printJson(cell) : String(cell);
}

/** Before the first rows arrive. */
function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span>Loading…</span>
      {Array.from({ length: 6 }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

/** A column that does not fit is cut off, but not to less than this. */
const leastWidth = 12;

/**
 * Columns share the width of the page by the length of their content. That length grows with the rows and never
 * shrinks: columns must not move under the eyes.
 */
function useColumnWidths(columns: readonly Shown[], rows: readonly Row[]): { template: string; least: string } {
  const widths = useRef<{ columns: readonly Shown[]; values: number[] }>({ columns, values: [] });
  if (widths.current.columns !== columns) widths.current = { columns, values: [] };
  const { values } = widths.current;
  const sample = rows.length > 200 ? [...rows.slice(0, 150), ...rows.slice(-50)] : rows;
  for (const [index, column] of columns.entries()) {
    const longest = sample.reduce((most, row) => Math.max(most, column.textOf(row).length), column.title.length + 2);
    values[index] = Math.max(values[index] ?? 0, Math.min(longest, 44));
  }
  const least = values.map((width, index) => Math.min(width + 3, columns[index]!.kind === 'name' ? 24 : leastWidth));
  return {
    template: values.map((width, index) => `minmax(${least[index]}ch, ${width + 3}fr)`).join(' '),
    least: `${least.reduce((sum, width) => sum + width, 0)}ch`,
  };
}

function nextSort(sort: string, id: string): string {
  if (sort === id) return `-${id}`;
  return sort === `-${id}` ? '' : id;
}

function sortMark(sort: string, id: string): string {
  if (sort === id) return ' ↑';
  return sort === `-${id}` ? ' ↓' : '';
}

function ariaSort(sort: string, id: string): 'ascending' | 'descending' | 'none' {
  if (sort === id) return 'ascending';
  return sort === `-${id}` ? 'descending' : 'none';
}

interface Keys {
  readonly scroller: { readonly current: HTMLDivElement | null };
  readonly chosen: number;
  readonly setChosen: (index: number) => void;
  readonly rows: readonly Row[];
  readonly onOpen: (row: Row) => void;
}

/** Keys act on the rows that are drawn: the layout effect runs before anyone can see them. */
function useKeys({ scroller, chosen, setChosen, rows, onOpen }: Keys): void {
  useLayoutEffect(() => {
    const choose = (index: number) => {
      const target = Math.max(0, Math.min(rows.length - 1, index));
      setChosen(target);
      reveal(scroller.current!, target);
    };
    const page = () => Math.floor(scroller.current!.clientHeight / rowHeight) - 2;
    return onKey({
      '/': () => document.getElementById('search')?.focus(),
      j: () => choose(chosen + 1),
      k: () => choose(chosen - 1),
      ArrowDown: () => choose(chosen + 1),
      ArrowUp: () => choose(chosen - 1),
      PageDown: () => choose(chosen + page()),
      PageUp: () => choose(chosen - page()),
      gg: () => choose(0),
      Home: () => choose(0),
      G: () => choose(rows.length - 1),
      End: () => choose(rows.length - 1),
      Enter: () => rows[chosen] && onOpen(rows[chosen]),
      Escape: () => setChosen(-1),
    });
  });
}

function reveal(element: HTMLElement, index: number): void {
  const head = 34;
  const top = index * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  const bottom = top + rowHeight + head;
  if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}
