import { createRequire } from 'node:module';
import { loadBundle } from './load-bundle.js';

type Lmdb = Pick<typeof import('lmdb'), 'open'>;

let library: Lmdb | undefined;

/**
 * Replaces storage/embedded/lmdb-library.ts in the bundles: LMDB's JavaScript is a bundle beside them, and finds its
 * native part in the installed package.
 */
export function lmdbLibrary(): Lmdb {
  library ??= loadBundle<Lmdb>(new URL('./lmdb.cjs', import.meta.url), {
    as: createRequire(import.meta.url).resolve('lmdb'),
  });
  return library;
}
