// Follows staging/src/k8s.io/apimachinery/pkg/util/duration/duration.go (v1.36)

const [minute, hour, day, year] = [60, 3600, 86_400, 365 * 86_400];

/** Formats a duration as kubectl shows ages: at most two units, coarser the longer it is. */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  // Tolerates clocks that differ by a second.
  if (seconds < -1) return '<invalid>';
  if (seconds < 2 * minute) return `${Math.max(seconds, 0)}s`;
  if (seconds < 10 * minute) return units(seconds, [minute, 'm'], [1, 's']);
  if (seconds < 3 * hour) return whole(seconds, minute, 'm');
  if (seconds < 8 * hour) return units(seconds, [hour, 'h'], [minute, 'm']);
  if (seconds < 2 * day) return whole(seconds, hour, 'h');
  if (seconds < 8 * day) return units(seconds, [day, 'd'], [hour, 'h']);
  if (seconds < 2 * year) return whole(seconds, day, 'd');
  if (seconds < 8 * year) return units(seconds, [year, 'y'], [day, 'd']);
  return whole(seconds, year, 'y');
}

type Unit = readonly [seconds: number, sign: string];

function whole(seconds: number, unit: number, sign: string): string {
  return `${Math.floor(seconds / unit)}${sign}`;
}

function units(seconds: number, [large, largeSign]: Unit, [small, smallSign]: Unit): string {
  const rest = Math.floor((seconds % large) / small);
  return whole(seconds, large, largeSign) + (rest === 0 ? '' : `${rest}${smallSign}`);
}
