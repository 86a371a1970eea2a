import type { CelLibrary } from '../declarations.js';
import { BOOL, BYTES, DOUBLE, DURATION, INT, LIST, MAP, NULL, STRING, TIMESTAMP, TYPE, UINT } from '../values.js';
import { ARITHMETIC } from './arithmetic.js';
import { COMPARISONS } from './comparisons.js';
import { CONTAINERS } from './containers.js';
import { CONVERSIONS } from './conversions.js';
import { LOGIC } from './logic.js';
import { STANDARD_MACROS } from './macros.js';
import { STRINGS } from './strings.js';
import { TIMES } from './times.js';

/** What every environment has: the operators, macros, types and functions of the language definition. */
export const standardLibrary: CelLibrary = {
  name: 'standard',
  functions: [...LOGIC, ...COMPARISONS, ...ARITHMETIC, ...CONTAINERS, ...CONVERSIONS, ...STRINGS, ...TIMES],
  macros: STANDARD_MACROS,
  types: [BOOL, BYTES, DOUBLE, DURATION, INT, LIST, MAP, NULL, STRING, TIMESTAMP, TYPE, UINT],
};
