/** An age as kubectl shows it: 42s, 5m30s, 3h12m, 5d, 2y40d. */
export function age(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`;
  if (days < 730) return `${days}d`;
  return `${Math.floor(days / 365)}y${days % 365}d`;
}

const units = { y: 365 * 86_400, d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** The reverse of `age`; undefined if the text is none. */
export function ageMilliseconds(text: string): number | undefined {
  if (!/^(?:\d+[ydhms])+$/.test(text)) return undefined;
  const parts = text.matchAll(/(\d+)([ydhms])/g);
  return [...parts].reduce(
    (sum, [, number, unit]) => sum + Number(number) * units[unit as keyof typeof units] * 1000,
    0,
  );
}

export function bytes(count: number): string {
  const names = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < names.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${names[unit]}`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}

/** A short name of an API group for headings. */
export function groupTitle(group: string): string {
  return group === '' ? 'core' : group.replace(/\.k8s\.io$/, '');
}
