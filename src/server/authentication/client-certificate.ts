// Follows staging/src/k8s.io/apiserver/pkg/authentication/request/x509/x509.go (v1.36)

import type { X509Certificate } from 'node:crypto';
import { systemClock } from '../../apimachinery/clock/index.js';
import { authenticationMetrics, type MetricsRegistry, only } from '../metrics/index.js';
import type { UserInfo } from '../request-context.js';
import type { Authenticator } from './authenticator.js';
import type { CertificateVerifier } from './certificate-verifier.js';

/** The subject attribute that Kubernetes defines for the user's uid. */
const uidAttribute = '1.3.6.1.4.1.57683.2';

export interface CertificateUserOptions {
  readonly metrics?: MetricsRegistry | undefined;
  /** Whether the subject may contain the uid of the user. Unset: yes. */
  readonly readsCertificateUid?: boolean | undefined;
}

/** The user of a client certificate: the common name, with the organizations as groups. */
export function clientCertificateUser(
  verifier: CertificateVerifier,
  { metrics, readsCertificateUid = true }: CertificateUserOptions = {},
): Authenticator {
  const owners = new WeakMap<X509Certificate, Owner>();
  const expiration = metrics && only(metrics.histogram(authenticationMetrics.clientCertificateExpiration));
  return {
    authenticate(request) {
      const certificate = request.clientCertificate();
      if (!certificate) return undefined;
      const leaf = certificate.chain[0]!;
      const owner = owners.get(leaf) ?? {
        user: userOf(leaf, { readsUid: readsCertificateUid }),
        validUntil: Date.parse(leaf.validTo),
      };
      owners.set(leaf, owner);
      expiration?.observe((owner.validUntil - systemClock.now()) / 1000);
      verifier.verify(certificate);
      return owner.user;
    },
  };
}

/** What is derived from a certificate; cached, since every request needs it. */
interface Owner {
  readonly user: UserInfo | undefined;
  readonly validUntil: number;
}

/** The common name of the subject; the last one, if there are several. */
export function commonNameOf(certificate: X509Certificate): string {
  return subjectValues(certificate, 'CN').at(-1) ?? '';
}

function userOf(certificate: X509Certificate, { readsUid }: { readsUid: boolean }): UserInfo | undefined {
  const name = commonNameOf(certificate);
  if (name === '') return undefined;
  const uid = readsUid ? subjectValues(certificate, uidAttribute).at(-1) : undefined;
  return {
    name,
    groups: subjectValues(certificate, 'O'),
    ...(uid !== undefined && { uid }),
    extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${fingerprintOf(certificate)}`] },
  };
}

function fingerprintOf({ fingerprint256 }: X509Certificate): string {
  return fingerprint256.replaceAll(':', '').toLowerCase();
}

/**
 * Uses the legacy object: its values are not escaped, so that nothing in them can be mistaken for another attribute.
 */
function subjectValues(certificate: X509Certificate, attribute: string): readonly string[] {
  if (!hasReadableKey(certificate)) return [];
  const { subject = {} } = certificate.toLegacyObject() as unknown as { subject?: Record<string, string | string[]> };
  // Attributes that OpenSSL cannot convert to text are missing here, or have no name; Go rejects such a certificate.
  const readable = Object.entries(subject).flatMap(([name, values]) => (name === '' ? [] : values));
  if (readable.length < attributeCount(certificate)) return [];
  const value = subject[attribute];
  return value === undefined ? [] : [value].flat();
}

/** For other certificates, Node.js 24 crashes in `toLegacyObject`. None of them passes a TLS handshake. */
function hasReadableKey(certificate: X509Certificate): boolean {
  try {
    return certificate.publicKey.type === 'public';
  } catch {
    return false;
  }
}

/** In the subject as text, attributes are separated by line breaks or plus signs; both are escaped within values. */
function attributeCount({ subject }: X509Certificate): number {
  return subject ? subject.split(/\n| \+ /).length : 0;
}
