import { createRequire } from 'node:module';
import { loadBundle } from './load-bundle.js';

type Lmdb = Pick<typeof import('lmdb'), 'open'>;

let library: Lmdb | undefined;

/**
 * In the bundles it stands in the place of storage/embedded/lmdb-library.ts: the JavaScript of LMDB is a bundle too, beside
 * them, and finds its native part where the package is.
 */
export function lmdbLibrary(): Lmdb {
  library ??= loadBundle<Lmdb>(new URL('./lmdb.cjs', import.meta.url), {
    as: createRequire(import.meta.url).resolve('lmdb'),
  });
  return library;
}
