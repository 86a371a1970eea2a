import { loadBundle } from './load-bundle.js';

/** The bundle of the programs also has the doors that lead to whole servers, by their paths. */
export const program = loadBundle<Readonly<Record<string, object>>>(new URL('../program.cjs', import.meta.url));
