import { loadBundle } from './load-bundle.js';

/** The public entry points by path, such as `server/index`, as bundled by the build. */
export const library = loadBundle<Readonly<Record<string, object>>>(new URL('../library.cjs', import.meta.url));
