import type { UserInfo } from '../../server/index.js';

const prefix = 'system:node:';

/** The node that a user is; undefined for one that is none, empty for one that nobody can tell. */
export function nodeOf({ name, groups }: UserInfo): string | undefined {
  if (!name.startsWith(prefix) || !groups.includes('system:nodes')) return undefined;
  return name.slice(prefix.length);
}
