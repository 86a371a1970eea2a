import type { MetricDeclaration } from './declaration.js';
import type { Counter, Gauge, Histogram } from './series.js';

/** Content type of Prometheus' text format, as Kubernetes sends it. */
export const textContentType = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';

/** `a="x",b="y"`: labels in the given order, with escaped values. */
export function labelText<Label extends string>(labels: readonly Label[], values: Readonly<Record<Label, string>>) {
  // Joined, not appended: series keep their text, and one of many pieces takes several times the memory.
  // Unambiguous: quotes in values are escaped.
  return labels.map((label) => [label, '="', escapeLabelValue(values[label]), '"'].join('')).join(',');
}

export function headText(declaration: MetricDeclaration<string> & { readonly type: string }): string {
  const { name, type } = declaration;
  return `# HELP ${name} ${escapeHelp(markedHelp(declaration))}\n# TYPE ${name} ${type}\n`;
}

export function markedHelp({ help, stability, deprecatedSince }: MetricDeclaration<string>): string {
  const marks = `${stability ? `[${stability}] ` : ''}${deprecatedSince ? `(Deprecated since ${deprecatedSince}) ` : ''}`;
  return marks + help;
}

export function valueText(name: string, labels: string, { value }: Counter | Gauge): string {
  return `${sampleName(name, labels)} ${formatFloat(value)}\n`;
}

/** Formats histograms with these bounds. */
export function histogramText(bounds: readonly number[]) {
  const limits = [...bounds.map(formatFloat), '+Inf'];
  return (name: string, labels: string, histogram: Histogram): string => {
    const counts = histogram.cumulativeCounts();
    const prefix = `${name}_bucket{${labels === '' ? '' : `${labels},`}le="`;
    let text = '';
    for (let index = 0; index < limits.length; index++) {
      text += `${prefix}${limits[index]}"} ${formatFloat(counts[index]!)}\n`;
    }
    text += `${sampleName(`${name}_sum`, labels)} ${formatFloat(histogram.sum)}\n`;
    return `${text}${sampleName(`${name}_count`, labels)} ${formatFloat(counts[counts.length - 1]!)}\n`;
  };
}

/**
 * The shortest digits that parse to the same value, with an exponent below 1e-4 and from 1e+06 on, as Go prints them.
 */
export function formatFloat(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  if (value === 0) return '0';
  if (Number.isNaN(value)) return 'NaN';
  if (size === Number.POSITIVE_INFINITY) return value > 0 ? '+Inf' : '-Inf';
  const [digits = '', power = ''] = value.toExponential().split('e');
  return `${digits}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}

function sampleName(name: string, labels: string): string {
  return labels === '' ? name : `${name}{${labels}}`;
}

function escapeLabelValue(value: string): string {
  return /[\\\n"]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"') : value;
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
