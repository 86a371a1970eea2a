// Follows staging/src/k8s.io/cluster-bootstrap/util/secrets/secrets.go (v1.36)
// Follows staging/src/k8s.io/cluster-bootstrap/token/jws/jws.go (v1.36)
import { createHmac } from 'node:crypto';
import type { Secret } from '../../api/core/v1.js';
import { parseTime } from '../../apimachinery/meta/index.js';

/** The namespace of the secrets, and a selector of those that hold tokens. */
export const tokenNamespace = 'kube-system';
export const tokenSelection = {
  namespace: tokenNamespace,
  fieldSelector: 'type=bootstrap.kubernetes.io/token',
} as const;

export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
}

/** When the token expires, in milliseconds: 0 if its time cannot be parsed, undefined if it never expires. */
export function expiryOf(secret: Secret): number | undefined {
  const text = dataOf(secret, 'expiration');
  return text === '' ? undefined : (parseTime(text) ?? 0);
}

/** Returns the token if it may sign cluster information. */
export function signingToken(secret: Secret, now: number): BootstrapToken | undefined {
  const [id, value] = [dataOf(secret, 'token-id'), dataOf(secret, 'token-secret')];
  const isNamed = /^[a-z0-9]{6}$/.test(id) && secret.metadata.name === `bootstrap-token-${id}`;
  if (!isNamed || value === '' || dataOf(secret, 'usage-bootstrap-signing') !== 'true') return undefined;
  return (expiryOf(secret) ?? Number.POSITIVE_INFINITY) > now ? { id, secret: value } : undefined;
}

/** A JSON web signature without its content. */
export function detachedSignature(content: string, { id, secret }: BootstrapToken): string {
  const header = encoded(JSON.stringify({ alg: 'HS256', kid: id }));
  const signature = createHmac('sha256', secret)
    .update(`${header}.${encoded(content)}`)
    .digest('base64url');
  return `${header}..${signature}`;
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function dataOf({ data }: Secret, key: string): string {
  return Buffer.from(data?.[key] ?? '', 'base64').toString();
}
