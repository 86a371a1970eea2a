// Follows staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.go (v1.36)

import { checkDns1123Label, checkDns1123Subdomain } from '../../apimachinery/validation/index.js';
import type { UserInfo } from '../request-context.js';

/** The service account that a user name stands for; undefined: it is another user's. */
export function serviceAccountOf(user: string): { namespace: string; name: string } | undefined {
  const [system, kind, namespace = '', name = '', ...rest] = user.split(':');
  if (system !== 'system' || kind !== 'serviceaccount' || rest.length > 0) return undefined;
  const isValid = checkDns1123Label(namespace).length === 0 && checkDns1123Subdomain(name).length === 0;
  return isValid ? { namespace, name } : undefined;
}

/** Whether a user is a service account whose token is bound to a pod on the node. */
export function isOnNode(user: UserInfo, node: string | undefined): boolean {
  const bound = user.extra?.['authentication.kubernetes.io/node-name'] ?? [];
  return node !== undefined && serviceAccountOf(user.name) !== undefined && bound.length === 1 && bound[0] === node;
}
