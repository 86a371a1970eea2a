// Follows pkg/controller/serviceaccount/serviceaccounts_controller.go (v1.36)
import type { Namespace, ServiceAccount } from '../../api/core/v1.js';

/** Every namespace has it. */
export const defaultAccount = 'default';

/** The account that a namespace lacks; undefined if it has it, or must not get any. `has`: whether it has an account. */
export function missingAccount(
  namespace: Namespace | undefined,
  has: (account: string) => boolean,
): ServiceAccount | undefined {
  if (namespace?.status?.phase !== 'Active' || has(defaultAccount)) return undefined;
  const { name = '' } = namespace.metadata;
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: defaultAccount, namespace: name } };
}
