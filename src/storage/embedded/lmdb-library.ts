import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded by those who store on disk; in one piece, which is faster than its modules. */
export function lmdbLibrary(): Pick<typeof import('lmdb'), 'open'> {
  return require('lmdb');
}
