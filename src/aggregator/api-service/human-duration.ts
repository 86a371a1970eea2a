const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** A duration as kubectl shows ages: coarser the longer it is, with a second unit where it is worth telling. */
export function humanDuration(milliseconds: number): string {
  if (milliseconds < -2 * second + 1) return '<invalid>';
  if (milliseconds < 0) return '0s';
  if (milliseconds < 2 * minute) return `${Math.floor(milliseconds / second)}s`;
  if (milliseconds < 10 * minute) return inTwoUnits(milliseconds, [minute, 'm'], [second, 's']);
  if (milliseconds < 3 * hour) return `${Math.floor(milliseconds / minute)}m`;
  if (milliseconds < 8 * hour) return inTwoUnits(milliseconds, [hour, 'h'], [minute, 'm']);
  if (milliseconds < 2 * day) return `${Math.floor(milliseconds / hour)}h`;
  if (milliseconds < 8 * day) return inTwoUnits(milliseconds, [day, 'd'], [hour, 'h']);
  if (milliseconds < 2 * year) return `${Math.floor(milliseconds / day)}d`;
  if (milliseconds < 8 * year) return inTwoUnits(milliseconds, [year, 'y'], [day, 'd']);
  return `${Math.floor(milliseconds / year)}y`;
}

type Unit = readonly [milliseconds: number, name: string];

function inTwoUnits(milliseconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((milliseconds % large) / small);
  const whole = `${Math.floor(milliseconds / large)}${largeName}`;
  return rest === 0 ? whole : `${whole}${rest}${smallName}`;
}
