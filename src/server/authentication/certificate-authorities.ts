import { X509Certificate } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';

const pollMilliseconds = 5000;
const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM file that are trusted to sign others, as the file is now. */
export class CertificateAuthorities {
  readonly file: string;
  /** Changes with the certificates: what was found out with another version does not count any more. */
  version = 0;
  #certificates: readonly X509Certificate[];
  #stopWatching: () => void = () => {};

  /** Rejects when the file cannot be read or has no certificate. */
  static async load(file: string): Promise<CertificateAuthorities> {
    return new CertificateAuthorities(file, await read(file));
  }

  private constructor(file: string, certificates: readonly X509Certificate[]) {
    this.file = file;
    this.#certificates = certificates;
  }

  get certificates(): readonly X509Certificate[] {
    return this.#certificates;
  }

  /** Reads the file again whenever it changes; a file that is no good leaves things as they were. */
  watch(onError: (error: unknown) => void): void {
    const reload = () => void this.reload().catch(onError);
    watchFile(this.file, { interval: pollMilliseconds, persistent: false }, reload);
    this.#stopWatching = () => unwatchFile(this.file, reload);
  }

  async reload(): Promise<void> {
    this.#certificates = await read(this.file);
    this.version++;
  }

  close(): void {
    this.#stopWatching();
  }
}

async function read(file: string): Promise<X509Certificate[]> {
  const blocks = (await readFile(file, 'latin1')).match(block) ?? [];
  if (blocks.length === 0) throw new Error(`${file}: data does not contain any valid RSA or ECDSA certificates`);
  return blocks.map((pem) => new X509Certificate(pem));
}
