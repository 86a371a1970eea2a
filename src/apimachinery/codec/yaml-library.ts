import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loaded with the first YAML: most servers only ever see JSON. */
export function yamlLibrary(): typeof import('js-yaml') {
  return require('js-yaml');
}
