/** The figures of both servers as a table of README. */
export function markdownTable(definitions, figures, { ours, theirs }) {
  const rows = figures
    .filter(({ unit }) => unit !== '')
    .map(({ name, unit }) => [
      name,
      shown(theirs[name], unit),
      shown(ours[name], unit),
      times(theirs[name], ours[name]),
    ]);
  const lines = [[`${definitions} CRDs`, 'kube-apiserver', 'Trestle', 'times'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = lines;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

function shown(value, unit) {
  if (value === undefined) return 'none';
  const isSeconds = unit === 'ms' && value >= 10_000;
  const number = isSeconds ? value / 1000 : value;
  const text = number >= 100 ? Math.round(number).toLocaleString('en-US') : String(Number(number.toPrecision(2)));
  return `${text} ${isSeconds ? 's' : unit}`;
}

function times(theirs, ours) {
  if (theirs === undefined || !ours) return '';
  return String(Number((theirs / ours).toPrecision(2)));
}
