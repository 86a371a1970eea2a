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
