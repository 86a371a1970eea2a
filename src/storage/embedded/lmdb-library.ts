import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded only by servers that store on disk; as a bundle, which loads faster than separate modules. */
export function lmdbLibrary(): Pick<typeof import('lmdb'), 'open'> {
  return require('lmdb');
}
