import { loadBundle } from './load-bundle.js';

/** The bundle of the programs, which also contains the entry points that start whole servers, by path. */
export const program = loadBundle<Readonly<Record<string, object>>>(new URL('../program.cjs', import.meta.url));
