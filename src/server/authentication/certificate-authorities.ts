import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { certificatesIn } from '../../apimachinery/pem/index.js';
import { watchFiles } from '../reloading/index.js';

/** Trusted certificate authorities: the current content of a PEM file, or the PEM text given last. */
export class CertificateAuthorities {
  readonly #file: string;
  /** Incremented when the certificates change. Results that were cached for another version are stale. */
  version = 0;
  #certificates: readonly X509Certificate[];
  #stopWatching: () => void = () => {};

  /** Rejects if the file cannot be read or contains no certificate. */
  static async load(file: string): Promise<CertificateAuthorities> {
    return new CertificateAuthorities(file, await read(file));
  }

  /** Throws if the PEM text contains no certificate. */
  static of(pem: string): CertificateAuthorities {
    return new CertificateAuthorities('', authoritiesIn(pem, 'the certificate authorities'));
  }

  private constructor(file: string, certificates: readonly X509Certificate[]) {
    this.#file = file;
    this.#certificates = certificates;
  }

  get certificates(): readonly X509Certificate[] {
    return this.#certificates;
  }

  /** Reloads the file whenever it changes; an invalid file leaves the certificates unchanged. */
  watch(onError: (error: unknown) => void): void {
    this.#stopWatching = watchFiles([this.#file], () => void this.reload().catch(onError));
  }

  async reload(): Promise<void> {
    this.#set(await read(this.#file));
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

async function read(file: string): Promise<X509Certificate[]> {
  return authoritiesIn(await readFile(file, 'latin1'), file);
}

function authoritiesIn(pem: string, source: string): X509Certificate[] {
  const certificates = certificatesIn(pem);
  if (certificates.length > 0) return certificates;
  throw new Error(`${source}: data does not contain any valid RSA or ECDSA certificates`);
}
