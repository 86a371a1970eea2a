// Follows staging/src/k8s.io/apiserver/pkg/server/resourceconfig/helpers.go (v1.36)
// Follows pkg/controlplane/instance.go (v1.36)

import type { IsServed } from '../../server/index.js';

interface RuntimeConfig {
  readonly isServed: IsServed | undefined;
  readonly errors: readonly string[];
}

/** Names for sets of versions; later ones take precedence, and explicit versions take precedence over all of them. */
const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['api/all', /./],
  ['api/ga', /^v\d+$/],
  ['api/beta', /^v\d+beta\d+$/],
  ['api/alpha', /^v\d+alpha\d+$/],
];

/**
 * --runtime-config: `group/version=false`, `group/version/resource=true`, `api/beta=true`, …; `v1` is the core group.
 */
export function parseRuntimeConfig(pairs: ReadonlyMap<string, string>): RuntimeConfig {
  const errors: string[] = [];
  const wanted = new Map<string, boolean>();
  for (const [key, text] of pairs) {
    const parts = key.split('/').length;
    if (!patterns.some(([name]) => name === key) && normalized(key) === key && parts !== 2 && parts !== 3) {
      errors.push(`runtime-config invalid key ${key}`);
      continue;
    }
    const value = text === '' ? true : { true: true, false: false }[text];
    if (value === undefined) errors.push(`invalid value ${key}=${text}`);
    else wanted.set(normalized(key), value);
  }
  if (wanted.size === 1 && wanted.get('api/all') === false) {
    errors.push('invalid runtime-config with only api/all=false');
  }
  return { isServed: wanted.size === 0 ? undefined : servedBy(wanted), errors };
}

function servedBy(wanted: ReadonlyMap<string, boolean>): IsServed {
  const many = patterns.filter(([name]) => wanted.has(name));
  return ({ group, version, resource }, byDefinition) => {
    // Unambiguous: as in the flag, where names are between slashes; those of what is served have none.
    const versionKey = `${group}/${version}`;
    const alone = wanted.get(`${versionKey}/${resource}`) ?? wanted.get(versionKey);
    if (alone !== undefined) return alone;
    const last = many.filter(([, pattern]) => pattern.test(version)).at(-1);
    return last ? wanted.get(last[0])! : byDefinition;
  };
}

/** The core group is written as `v1`, or as `api/v1`. */
function normalized(key: string): string {
  return key.replace(/^(?:api\/)?v1(?=$|\/)/, '/v1');
}
