import { writeFileSync } from 'node:fs';
import { systemClock } from '../apimachinery/clock/index.js';
import { frontProxyName } from '../app/credentials/index.js';
import { type Kubeconfig, kubeconfigFor } from '../client/kubeconfig/index.js';
import {
  type CertificateRequest,
  generateKeyPair,
  type KeyPair,
  privateKeyPem,
  type Subject,
  signCertificate,
} from '../server/http/index.js';

/** A certificate and its key, in PEM. */
export interface PemPair {
  readonly certificate: string;
  readonly key: string;
}

interface Issuer {
  readonly subject: Subject;
  readonly keys: KeyPair;
}

const hour = 60 * 60 * 1000;
const validHours = { before: 1, after: 365 * 24 };

/**
 * The keys and certificates of a test's servers. Kept in memory: creating them takes longer than everything else that a
 * server needs, so the servers of a process share them.
 */
export class TestCredentials {
  readonly authority: string;
  readonly authorityKey: string;
  readonly frontProxyAuthority: string;
  readonly server: PemPair;
  readonly admin: PemPair;
  readonly frontProxyClient: PemPair;
  readonly serviceAccountKey: string;
  readonly #issuer: Issuer;

  constructor(serverNames: readonly string[]) {
    this.#issuer = { subject: { commonName: 'trestle-ca' }, keys: generateKeyPair() };
    const frontProxyIssuer = { subject: { commonName: 'trestle-front-proxy-ca' }, keys: generateKeyPair() };
    this.authority = selfSigned(this.#issuer);
    this.authorityKey = privateKeyPem(this.#issuer.keys);
    this.frontProxyAuthority = selfSigned(frontProxyIssuer);
    const use = { serverNames: [...new Set(serverNames)] };
    this.server = pairOf(this.#issuer, { subject: { commonName: 'kube-apiserver' }, use });
    this.admin = this.client({ commonName: 'kubernetes-admin', organizations: ['system:masters'] });
    const proxy = { subject: { commonName: frontProxyName }, use: 'client' } as const;
    this.frontProxyClient = pairOf(frontProxyIssuer, proxy);
    this.serviceAccountKey = privateKeyPem(generateKeyPair());
  }

  /** Creates a client certificate. */
  client(subject: Subject): PemPair {
    return pairOf(this.#issuer, { subject, use: 'client' });
  }

  kubeconfig(server: string, { certificate, key }: PemPair): Kubeconfig {
    const user = { 'client-certificate-data': encoded(certificate), 'client-key-data': encoded(key) };
    return kubeconfigFor({ name: 'trestle', server, authorities: this.authority, user });
  }
}

function selfSigned(issuer: Issuer): string {
  return sign({ ...issuer, publicKey: issuer.keys.publicKey, issuer, use: 'authority' });
}

function pairOf(issuer: Issuer, wanted: Pick<CertificateRequest, 'subject' | 'use'>): PemPair {
  const keys = generateKeyPair();
  return { certificate: sign({ ...wanted, publicKey: keys.publicKey, issuer }), key: privateKeyPem(keys) };
}

function sign(request: Omit<CertificateRequest, 'validFrom' | 'validUntil'>): string {
  const now = systemClock.now();
  return signCertificate({
    ...request,
    validFrom: new Date(now - validHours.before * hour),
    validUntil: new Date(now + validHours.after * hour),
  });
}

export function writeSecret(file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}
