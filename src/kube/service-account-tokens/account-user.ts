// Follows staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.go (v1.36)

import type { UserInfo } from '../../server/index.js';

/** Key in a user's `extra` for the ID of the token. */
export const credentialIdKey = 'credential-id';

const extraPrefix = 'authentication.kubernetes.io/';

/** Returns the user of a service account. */
export function accountUser(
  { namespace, name, uid }: { readonly namespace: string; readonly name: string; readonly uid: string },
  extra: Readonly<Record<string, string>> = {},
): UserInfo {
  const entries = Object.entries(extra).map(([key, value]) => [`${extraPrefix}${key}`, [value]] as const);
  return {
    name: accountUserName(namespace, name),
    uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    ...(entries.length > 0 && { extra: Object.fromEntries(entries) }),
  };
}

export function accountUserName(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}
