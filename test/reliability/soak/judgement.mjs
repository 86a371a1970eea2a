// Evaluates the samples of a soak: growth per minute once the server has settled, against limits.
const mebibyte = 2 ** 20;

/**
 * Growth per minute, once the server has settled: after ten minutes (history is kept for five to ten), or half of the
 * run. Memory fluctuates by some 20 MiB, so a run of less than half an hour cannot be judged as precisely, and one of
 * less than ten minutes only has limits for its total.
 */
const limits = {
  anonymous: {
    name: 'resident memory without files',
    long: 0.5 * mebibyte,
    middling: 5 * mebibyte,
    short: 100 * mebibyte,
  },
  heapUsed: { name: 'live heap', long: 0.1 * mebibyte, middling: 0.5 * mebibyte, short: 10 * mebibyte },
  external: { name: 'memory beside the heap', long: 0.1 * mebibyte, middling: 0.5 * mebibyte, short: 10 * mebibyte },
  resources: { name: 'handles', long: 1, middling: 3, short: 30 },
  files: { name: 'open files', long: 1, middling: 1, short: 10 },
};

const settledMinutes = 10;
const longMinutes = 30;
const shortMinutes = 10;

export function judge({ samples, failures }) {
  const problems = failures.slice(0, 5);
  if (failures.length > problems.length) problems.push(`… and ${failures.length - problems.length} more failures`);
  for (const { name, growth, limit, unit } of growths(samples)) {
    if (growth > limit) problems.push(`${name} grows by ${figure(growth)} ${unit}, allowed are ${figure(limit)}`);
  }
  return problems;
}

export function summary({ samples, failures, problems }) {
  const [first, last] = [samples[0], samples.at(-1)];
  const lines = [`${last.operations} operations in ${last.minute - first.minute} minutes, ${failures.length} failed`];
  for (const { name, growth, limit, unit } of growths(samples)) {
    lines.push(`${name}: ${figure(growth)} ${unit} (limit ${figure(limit)})`);
  }
  lines.push(...(problems.length > 0 ? problems.map((problem) => `FAILED: ${problem}`) : ['passed']));
  return lines.join('\n');
}

function growths(samples) {
  const last = samples.at(-1);
  const known = Object.entries(limits).filter(([field]) => samples[0][field] !== undefined);
  if (last.minute < shortMinutes) {
    const unit = `in ${last.minute} minutes`;
    return known.map(([field, { name, short: limit }]) => {
      return { name, limit, unit, growth: last[field] - samples[0][field] };
    });
  }
  const from = Math.min(settledMinutes, last.minute / 2);
  const length = last.minute < longMinutes ? 'middling' : 'long';
  const settled = samples.filter(({ minute }) => minute >= from);
  return known.map(([field, { name, [length]: limit }]) => {
    const growth = slope(settled.map((sample) => [sample.minute, sample[field]]));
    return { name, limit, unit: `a minute since minute ${from}`, growth };
  });
}

/** The slope of the best-fitting line. */
function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const covariance = mean(points.map(([at, value]) => (at - x) * (value - y)));
  return covariance / mean(points.map(([at]) => (at - x) ** 2));
}

function figure(value) {
  return Math.abs(value) >= 1024 ? `${(value / mebibyte).toFixed(2)} MiB` : value.toFixed(2);
}
