import type { UserInfo } from '../request-context.js';
import type { TokenOwner } from './authenticator.js';

/**
 * The owner of a token that names no audience and is therefore valid for the implied ones. Returns undefined if none of
 * them was requested.
 */
export function ownerFor(
  user: UserInfo,
  { implied, asked }: { readonly implied: readonly string[]; readonly asked: readonly string[] },
): TokenOwner | undefined {
  if (asked.length === 0) return { user, audiences: [] };
  const met = implied.filter((audience) => asked.includes(audience));
  return met.length > 0 ? { user, audiences: met } : undefined;
}
