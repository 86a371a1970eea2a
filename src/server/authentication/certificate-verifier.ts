// Follows staging/src/k8s.io/apiserver/pkg/authentication/request/x509/x509.go (v1.36)

import type { X509Certificate } from 'node:crypto';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { StatusError } from '../../apimachinery/status/index.js';
import type { ClientCertificate } from '../http/index.js';
import { refused } from './authenticator.js';
import type { CertificateAuthorities } from './certificate-authorities.js';
import { extendedKeyUsages } from './extended-key-usages.js';

/**
 * The validity period of a certificate, or why it is never valid. The error is created once, and thrown for every
 * request.
 */
type Judgement = { readonly validFrom: number; readonly validUntil: number } | { readonly refusal: StatusError };

/** With the version of the authorities that it was computed with. */
type Verdict = Judgement & { readonly version: number };

const clientAuthentication = '1.3.6.1.5.5.7.3.2';
const anyUsage = '2.5.29.37.0';
/** Bounds the work that a maliciously constructed chain can cause. */
const maxSignatureChecks = 100;

/**
 * Verifies that client certificates were signed by the authorities, are for client authentication, and are valid now.
 * Signatures are checked once per connection, the validity period with every request.
 */
export class CertificateVerifier {
  readonly #authorities: CertificateAuthorities;
  readonly #now: () => number;
  readonly #verdicts = new WeakMap<X509Certificate, Verdict>();

  constructor(authorities: CertificateAuthorities, now: () => number = systemClock.now) {
    this.#authorities = authorities;
    this.#now = now;
  }

  /** Throws `refused` unless the certificate is valid. */
  verify({ chain }: ClientCertificate): void {
    const verdict = this.#verdict(chain);
    if ('refusal' in verdict) throw verdict.refusal;
    const now = this.#now();
    if (now < verdict.validFrom || now > verdict.validUntil) {
      throw refused('x509: certificate has expired or is not yet valid');
    }
  }

  #verdict(chain: readonly X509Certificate[]): Verdict {
    const [leaf] = chain as readonly [X509Certificate];
    const { version, certificates } = this.#authorities;
    const known = this.#verdicts.get(leaf);
    if (known?.version === version) return known;
    const verdict = { version, ...judge(chain, certificates) };
    this.#verdicts.set(leaf, verdict);
    return verdict;
  }
}

function judge(chain: readonly X509Certificate[], roots: readonly X509Certificate[]): Judgement {
  const [leaf, ...intermediates] = chain as readonly [X509Certificate, ...X509Certificate[]];
  const usages = extendedKeyUsages(leaf);
  if (usages && !usages.includes(clientAuthentication) && !usages.includes(anyUsage)) {
    return { refusal: refused('x509: certificate specifies an incompatible key usage') };
  }
  const path = new PathFinder(
    roots,
    intermediates.filter(({ ca }) => ca),
  ).find(leaf);
  if (!path) return { refusal: refused('x509: certificate signed by unknown authority') };
  return {
    validFrom: Math.max(...path.map(({ validFrom }) => Date.parse(validFrom))),
    validUntil: Math.min(...path.map(({ validTo }) => Date.parse(validTo))),
  };
}

/** Searches for a path from a certificate to a trusted authority, through the intermediates that the client sent. */
class PathFinder {
  readonly #roots: readonly X509Certificate[];
  readonly #intermediates: readonly X509Certificate[];
  #checksLeft = maxSignatureChecks;

  constructor(roots: readonly X509Certificate[], intermediates: readonly X509Certificate[]) {
    this.#roots = roots;
    this.#intermediates = intermediates;
  }

  find(certificate: X509Certificate, below: readonly X509Certificate[] = []): X509Certificate[] | undefined {
    const path = [...below, certificate];
    if (this.#roots.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return path;
    const root = this.#roots.find((authority) => this.#isSignedBy(certificate, authority));
    if (root) return [...path, root];
    for (const authority of this.#intermediates) {
      if (path.includes(authority) || !this.#isSignedBy(certificate, authority)) continue;
      const found = this.find(authority, path);
      if (found) return found;
    }
    return undefined;
  }

  #isSignedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
    if (!certificate.checkIssued(authority) || this.#checksLeft === 0) return false;
    this.#checksLeft--;
    return certificate.verify(authority.publicKey);
  }
}
