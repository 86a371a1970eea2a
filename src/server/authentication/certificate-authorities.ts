import type { X509Certificate } from 'node:crypto';
import { certificatesIn } from '../../apimachinery/pem/index.js';
import { filesOf, ParsedPem, type PemSource } from '../http/index.js';
import { watchFiles } from '../reloading/index.js';

const parsed = new ParsedPem((pem, name) => authoritiesIn(pem.toString('latin1'), name));

/** Trusted certificate authorities: the current content of a source, or the PEM text given last. */
export class CertificateAuthorities {
  readonly #source: PemSource;
  /** Incremented when the certificates change. Results that were cached for another version are stale. */
  version = 0;
  #certificates: readonly X509Certificate[];
  #stopWatching: () => void = () => {};

  /** Rejects if the source cannot be read or contains no certificate. */
  static async load(source: PemSource): Promise<CertificateAuthorities> {
    return new CertificateAuthorities(source, await parsed.read(source));
  }

  /** Throws if the PEM text contains no certificate. */
  static of(pem: string): CertificateAuthorities {
    return new CertificateAuthorities({ pem }, authoritiesIn(pem, 'the certificate authorities'));
  }

  private constructor(source: PemSource, certificates: readonly X509Certificate[]) {
    this.#source = source;
    this.#certificates = certificates;
  }

  get certificates(): readonly X509Certificate[] {
    return this.#certificates;
  }

  /** Reloads a file whenever it changes; an invalid file leaves the certificates unchanged. */
  watch(onError: (error: unknown) => void): void {
    this.#stopWatching = watchFiles(filesOf([this.#source]), () => void this.reload().catch(onError));
  }

  async reload(): Promise<void> {
    this.#set(await parsed.read(this.#source));
  }

  /** Throws, and leaves the certificates unchanged, if the PEM text contains no certificate. */
  replace(pem: string): void {
    this.#set(authoritiesIn(pem, 'the certificate authorities'));
  }

  #set(certificates: readonly X509Certificate[]): void {
    this.#certificates = certificates;
    this.version++;
  }

  close(): void {
    this.#stopWatching();
  }
}

function authoritiesIn(pem: string, source: string): X509Certificate[] {
  const certificates = certificatesIn(pem);
  if (certificates.length > 0) return certificates;
  throw new Error(`${source}: data does not contain any valid RSA or ECDSA certificates`);
}
