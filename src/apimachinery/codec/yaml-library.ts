import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded on first use: most servers only see JSON. */
export function yamlLibrary(): typeof import('js-yaml') {
  return require('js-yaml');
}
