// Follows pkg/controller/serviceaccount/tokens_controller.go (v1.36)
// Follows pkg/serviceaccount/legacy.go (v1.36)
import type { Secret, ServiceAccount } from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';

/** Selects the secrets that hold tokens. */
export const tokenSecrets = { fieldSelector: 'type=kubernetes.io/service-account-token' } as const;

const nameAnnotation = 'kubernetes.io/service-account.name';
const uidAnnotation = 'kubernetes.io/service-account.uid';
const issuer = 'kubernetes/serviceaccount';

export interface TokenContent {
  /** Certificates, in PEM, by which clients verify the server; unset: the secret gets none. */
  readonly rootCertificates?: string | undefined;
  readonly signToken: (claims: JsonObject) => string;
}

/** The account that a secret names; its uid is empty as long as the secret has not been filled. */
export function accountOf({ metadata }: Secret): { readonly name: string; readonly uid: string } {
  const { [nameAnnotation]: name = '', [uidAnnotation]: uid = '' } = metadata.annotations ?? {};
  return { name, uid };
}

/** Returns the secret with everything that it lacks; undefined if that is nothing. */
export function filledSecret(
  secret: Secret,
  account: ServiceAccount,
  { rootCertificates, signToken }: TokenContent,
): Secret | undefined {
  const { data = {}, metadata } = secret;
  const added: Record<string, string> = {};
  if (rootCertificates && data['ca.crt'] !== encoded(rootCertificates)) added['ca.crt'] = encoded(rootCertificates);
  if (!data['namespace']) added['namespace'] = encoded(metadata.namespace ?? '');
  if (!data['token']) added['token'] = encoded(signToken(claimsOf(secret, account)));
  if (Object.keys(added).length === 0) return undefined;
  const annotations = {
    ...metadata.annotations,
    [nameAnnotation]: account.metadata.name ?? '',
    [uidAnnotation]: account.metadata.uid ?? '',
  };
  return { ...secret, metadata: { ...metadata, annotations }, data: { ...data, ...added } };
}

/** In the order in which Go encodes a map. */
function claimsOf({ metadata }: Secret, account: ServiceAccount): JsonObject {
  const { namespace = '', name = '', uid = '' } = account.metadata;
  return {
    iss: issuer,
    'kubernetes.io/serviceaccount/namespace': namespace,
    'kubernetes.io/serviceaccount/secret.name': metadata.name ?? '',
    'kubernetes.io/serviceaccount/service-account.name': name,
    'kubernetes.io/serviceaccount/service-account.uid': uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}
