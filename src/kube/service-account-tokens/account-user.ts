import type { UserInfo } from '../../server/index.js';

/** Where in what is known of a user it is said by which token it was known. */
export const credentialIdKey = 'credential-id';

const extraPrefix = 'authentication.kubernetes.io/';

/** A service account as a user. */
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
