import type { Authorizer } from './authorizer.js';

/** What the roles system:public-info-viewer and system:discovery grant, `/*` standing for whatever follows. */
const publicPaths = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
const discoveryPaths = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...publicPaths];

const everybody = ['system:authenticated', 'system:unauthenticated'];
const known = ['system:authenticated'];

/** What a server shows to everybody, and what to those whom it knows, before any role says so. */
export function publicPathReaders(): Authorizer {
  const rules = [
    { groups: everybody, matches: pathMatcher(publicPaths) },
    { groups: known, matches: pathMatcher(discoveryPaths) },
  ];
  return {
    async authorize({ groups }, { isResourceRequest, verb, path }) {
      const allowed =
        !isResourceRequest &&
        verb === 'get' &&
        rules.some((rule) => rule.matches(path) && rule.groups.some((group) => groups.includes(group)));
      return { decision: allowed ? 'allow' : 'no-opinion' };
    },
  };
}

function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (path) => exact.has(path) || prefixes.some((prefix) => path.startsWith(prefix));
}
