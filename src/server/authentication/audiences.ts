// Follows staging/src/k8s.io/apiserver/pkg/authentication/authenticator/audiences.go (v1.36)

import type { UserInfo } from '../request-context.js';
import type { TokenOwner } from './authenticator.js';

/**
 * The owner of a token that names no audience and is therefore valid for the implied ones. Returns undefined if none of
 * them was requested.
 */
export function ownerFor(
  user: UserInfo,
  { implied, requested }: { readonly implied: readonly string[]; readonly requested: readonly string[] },
): TokenOwner | undefined {
  if (requested.length === 0) return { user, audiences: [] };
  const met = implied.filter((audience) => requested.includes(audience));
  return met.length > 0 ? { user, audiences: met } : undefined;
}
