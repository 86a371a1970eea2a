import { type FieldError, type FieldPath, forbidden, notSupported } from '../../../apimachinery/validation/index.js';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const single = 'ReadWriteOncePod';

export function validateAccessModes(modes: readonly string[], path: FieldPath): FieldError[] {
  const errors = modes
    .filter((mode) => !accessModes.includes(mode))
    .map((mode) => notSupported(path, mode, accessModes));
  const hasOthers = modes.some((mode) => mode !== single && accessModes.includes(mode));
  if (!hasOthers || !modes.includes(single)) return errors;
  return [...errors, forbidden(path, 'may not use ReadWriteOncePod with other access modes')];
}

const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  [single, 'RWOP'],
];

/** The modes as tables show them. */
export function accessModesText(modes: readonly string[]): string {
  return shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? short : [])).join(',');
}
