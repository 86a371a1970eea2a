import type { X509Certificate } from 'node:crypto';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { StatusError } from '../../apimachinery/status/index.js';
import type { ClientCertificate } from '../http/index.js';
import { refused } from './authenticator.js';
import type { CertificateAuthorities } from './certificate-authorities.js';

/** Within these times the certificate is good; or why it never is. Said with every request, so that it is made once. */
type Judgement = { readonly validFrom: number; readonly validUntil: number } | { readonly refusal: StatusError };

/** With the version of the authorities that it is by. */
type Verdict = Judgement & { readonly version: number };

const clientAuthentication = '1.3.6.1.5.5.7.3.2';
const anyUsage = '2.5.29.37.0';
/** A chain that was made to be slow must not be. */
const maxSignatureChecks = 100;

/**
 * Whether client certificates were signed by certain authorities, for the use of clients, and are valid now. The
 * signatures are checked once for each connection, the times with every request.
 */
export class CertificateVerifier {
  readonly #authorities: CertificateAuthorities;
  readonly #now: () => number;
  readonly #verdicts = new WeakMap<X509Certificate, Verdict>();

  constructor(authorities: CertificateAuthorities, now: () => number = systemClock.now) {
    this.#authorities = authorities;
    this.#now = now;
  }

  /** Throws `refused` unless the certificate is good. */
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
  // Node gives the extended usages this name; a certificate without any is good for all.
  const usages = leaf.keyUsage as readonly string[] | undefined;
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

/** Looks for a way from a certificate to an authority that is trusted, by what the client sent. */
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
