import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { theme } from '../settings.ts';
import { bytes } from '../ui/format.ts';
import type { PlotDefinition, Values } from './server-series.ts';

const maxLines = 6;
const height = 150;
/** Of the time axis. */
const shortestSeconds = 60;
const colours = ['#2f8f83', '#d08a2e', '#5b7fd1', '#c2556b', '#7f9c3a', '#8d6cc2'];

export interface Reading {
  readonly time: number;
  readonly values: Values;
}

/** The lines with the largest values; each has a value for each time. */
function dataOf(readings: readonly Reading[]): { names: string[]; data: (number | null)[][] } {
  const peaks = new Map<string, number>();
  for (const { values } of readings) {
    for (const [name, value] of Object.entries(values))
      if (value !== undefined) peaks.set(name, Math.max(peaks.get(name) ?? 0, value));
  }
  const names = [...peaks]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxLines)
    .map(([name]) => name)
    .sort();
  const data = names.map((name) => readings.map(({ values }) => values[name] ?? null));
  return { names, data: [readings.map(({ time }) => time / 1000), ...data] };
}

export function formatValue(value: number | null | undefined, unit: PlotDefinition['unit']): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'bytes') return bytes(value);
  const text = value !== 0 && value < 10 ? value.toFixed(value < 1 ? 2 : 1) : String(Math.round(value));
  return unit === '' || unit === '/s' ? text : `${text} ${unit}`;
}

/** A plot of the last minutes; the latest values are written beside it, for those who cannot see it. */
export function Plot({ definition, readings }: { definition: PlotDefinition; readings: readonly Reading[] }) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<{ plot: uPlot; names: string } | undefined>(undefined);
  const { names, data } = dataOf(readings);
  const latest = readings.at(-1)?.values ?? {};
  const key = `${names.join()} ${theme.value}`;
  useEffect(() => {
    let isGone = false;
    void import('uplot').then(({ default: UPlot }) => {
      if (isGone || !host.current || data.length < 2 || readings.length < 2) return;
      if (chart.current?.names === key) {
        chart.current.plot.setData(data as uPlot.AlignedData);
        return;
      }
      chart.current?.plot.destroy();
      const plot = new UPlot(optionsOf(definition, names, host.current), data as uPlot.AlignedData, host.current);
      chart.current = { plot, names: key };
    });
    return () => {
      isGone = true;
    };
  });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width > 0) chart.current?.plot.setSize({ width, height });
    });
    observer.observe(host.current!);
    return () => {
      observer.disconnect();
      chart.current?.plot.destroy();
      chart.current = undefined;
    };
  }, []);
  return (
    <figure class="plot">
      <figcaption>
        {definition.title}
        {definition.unit === '/s' && <span class="dim"> per second</span>}
      </figcaption>
      <div class="plot-area" ref={host} aria-hidden="true" />
      <ul class="legend">
        {names.map((name, index) => (
          <li key={name}>
            <i class={`line-${index}`} />
            {name} <b>{formatValue(latest[name], definition.unit)}</b>
          </li>
        ))}
        {names.length === 0 && readings.length > 0 && <li class="dim">This server does not measure it.</li>}
      </ul>
    </figure>
  );
}

function optionsOf({ unit }: PlotDefinition, names: readonly string[], host: HTMLElement): uPlot.Options {
  const style = getComputedStyle(host);
  const stroke = style.color;
  const grid = { stroke: style.borderColor, width: 1 };
  return {
    width: host.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 14, 0, 0],
    scales: {
      x: { range: (_plot, first, last) => [Math.min(first, last - shortestSeconds), last] },
      y: { range: (_plot, _low, high) => [0, Math.max(high * 1.1, unit === '%' ? 5 : 1)] },
    },
    axes: [
      { stroke, grid: { show: false }, ticks: { show: false }, size: 22, font: `11px ${style.fontFamily}` },
      {
        stroke,
        grid,
        ticks: { show: false },
        size: unit === 'bytes' ? 62 : 46,
        font: `11px ${style.fontFamily}`,
        values: (_plot, values) => values.map((value) => formatValue(value, unit)),
      },
    ],
    series: [
      {},
      ...names.map((label, index) => ({
        label,
        stroke: colours[index % colours.length]!,
        width: 1.5,
        points: { show: false },
      })),
    ],
  };
}
