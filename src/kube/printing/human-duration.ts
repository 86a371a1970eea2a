const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/**
 * How long something has lasted, in as few characters as tables want: two units while the smaller one still matters. What
 * lies in the future by more than clocks differ is invalid.
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * minute) return `${seconds}s`;
  if (seconds < 10 * minute) return inTwo(seconds, [minute, 'm'], [second, 's']);
  if (seconds < 3 * hour) return `${Math.trunc(seconds / minute)}m`;
  if (seconds < 8 * hour) return inTwo(seconds, [hour, 'h'], [minute, 'm']);
  if (seconds < 2 * day) return `${Math.trunc(seconds / hour)}h`;
  if (seconds < 8 * day) return inTwo(seconds, [day, 'd'], [hour, 'h']);
  if (seconds < 2 * year) return `${Math.trunc(seconds / day)}d`;
  if (seconds < 8 * year) return inTwo(seconds, [year, 'y'], [day, 'd']);
  return `${Math.trunc(seconds / year)}y`;
}

type Unit = readonly [seconds: number, name: string];

function inTwo(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.trunc((seconds % large) / small);
  return `${Math.trunc(seconds / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`;
}
