import { fileURLToPath } from 'node:url';
import { loadBundle } from './load-bundle.js';

type Lmdb = Pick<typeof import('lmdb'), 'open'>;

let library: Lmdb | undefined;

/**
 * Replaces storage/embedded/lmdb-library.ts in the bundles: LMDB's JavaScript is a bundle beside them. It finds its
 * native part, an optional dependency of this package, by the name in the package.json of the folder `lmdb`.
 */
export function lmdbLibrary(): Lmdb {
  library ??= loadBundle<Lmdb>(new URL('./lmdb.cjs', import.meta.url), {
    as: fileURLToPath(new URL('./lmdb/lmdb.cjs', import.meta.url)),
  });
  return library;
}
