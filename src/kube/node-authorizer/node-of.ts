// Follows pkg/auth/nodeidentifier/default.go (v1.36)

import type { UserInfo } from '../../server/index.js';

const prefix = 'system:node:';

/** Returns the node name of a user; undefined if the user is not a node, empty if the node cannot be identified. */
export function nodeOf({ name, groups }: UserInfo): string | undefined {
  if (!name.startsWith(prefix) || !groups.includes('system:nodes')) return undefined;
  return name.slice(prefix.length);
}
