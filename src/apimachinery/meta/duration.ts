const unitMilliseconds: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** The milliseconds of a duration as Go writes them, such as `1m30s`; undefined: it is none. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h)){1,16}$/.test(text)) return undefined;
  let milliseconds = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    milliseconds += Number(count) * unitMilliseconds[unit!]!;
  }
  return text.startsWith('-') ? -milliseconds : milliseconds;
}

/** As Go writes it: `1h0m0s`, `1m0s`, `10s`, `1.5s`, `500ms`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0) return `-${formatDuration(-milliseconds)}`;
  if (milliseconds < 1000) return milliseconds === 0 ? '0s' : smallDuration(milliseconds);
  const seconds = milliseconds / 1000;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${Number((seconds % 60).toFixed(9))}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}

function smallDuration(milliseconds: number): string {
  if (milliseconds >= 1) return `${Number(milliseconds.toFixed(6))}ms`;
  const microseconds = Number((milliseconds * 1000).toFixed(3));
  return microseconds >= 1 ? `${microseconds}µs` : `${Math.round(milliseconds * 1e6)}ns`;
}
