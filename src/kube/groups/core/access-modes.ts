// Follows pkg/apis/core/helper/helpers.go (v1.36)

const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** Formats access modes for tables. */
export function accessModesText(modes: readonly string[]): string {
  return shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? short : [])).join(',');
}
