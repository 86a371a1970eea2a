import type { CelLibrary } from '../declarations.js';
import { BOOL, BYTES, DOUBLE, DURATION, INT, LIST, MAP, NULL, STRING, TIMESTAMP, TYPE, UINT } from '../values.js';
import { arithmetic } from './arithmetic.js';
import { comparisons } from './comparisons.js';
import { containers } from './containers.js';
import { conversions } from './conversions.js';
import { logic } from './logic.js';
import { STANDARD_MACROS } from './macros.js';
import { strings } from './strings.js';
import { times } from './times.js';

/** The library of every environment: operators, macros, types and functions of the language definition. */
export const standardLibrary: CelLibrary = {
  name: 'standard',
  functions: () => [
    ...logic(),
    ...comparisons(),
    ...arithmetic(),
    ...containers(),
    ...conversions(),
    ...strings(),
    ...times(),
  ],
  macros: STANDARD_MACROS,
  types: [BOOL, BYTES, DOUBLE, DURATION, INT, LIST, MAP, NULL, STRING, TIMESTAMP, TYPE, UINT],
};
