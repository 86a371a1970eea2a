import { loadBundle } from './load-bundle.js';

/** The doors of the package by their paths, such as `server/index`, as the build has bundled them. */
export const library = loadBundle<Readonly<Record<string, object>>>(new URL('../library.cjs', import.meta.url));
