import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '../../apimachinery/clock/index.js';
import {
  type CertificateRequest,
  generateKeyPair,
  type KeyPair,
  privateKeyPem,
  type Subject,
  signCertificate,
} from '../../server/http/index.js';

const day = 24 * 60 * 60 * 1000;
const authorityDays = 3650;
const certificateDays = 365;
/** Certificates are renewed if they would expire sooner than this. */
const leastDays = 30;
/** Valid from a little before now, because clocks differ. */
const backdated = 60 * 60 * 1000;

export interface PairFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

export function pairFiles(directory: string, name: string): PairFiles {
  return { certificateFile: join(directory, `${name}.crt`), keyFile: join(directory, `${name}.key`) };
}

/** A CA, which signs certificates with a key that is read on first use. */
export interface Authority extends PairFiles {
  readonly certificate: X509Certificate;
  readonly issuer: () => { readonly subject: Subject; readonly keys: KeyPair };
}

export interface Wanted {
  readonly subject: Subject;
  readonly use: Exclude<CertificateRequest['use'], 'authority'>;
}

/** Certificates and keys in a directory: created if they are missing or no longer valid, otherwise reused. */
export class CertificateFolder {
  readonly #directory: string;
  readonly #now: number;

  constructor(directory: string, now = systemClock.now()) {
    this.#directory = directory;
    this.#now = now;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }

  authority(name: string, commonName: string): Authority {
    const files = this.#files(name);
    const subject = { commonName };
    const found = read(files);
    if (found && this.#lasts(found)) {
      const issuer = () => ({ subject, keys: readKeys(files.keyFile) });
      return { ...files, certificate: found, issuer };
    }
    const keys = generateKeyPair();
    const issuer = { subject, keys };
    const request = {
      subject,
      publicKey: keys.publicKey,
      issuer,
      use: 'authority',
      ...this.#valid(authorityDays),
    } as const;
    const certificate = new X509Certificate(write(files, keys, signCertificate(request)));
    return { ...files, certificate, issuer: () => issuer };
  }

  certificate(name: string, authority: Authority, { subject, use }: Wanted): PairFiles {
    const files = this.#files(name);
    const found = read(files);
    if (found && this.#lasts(found) && isSignedBy(found, authority) && hasNames(found, use)) return files;
    const keys = generateKeyPair();
    const request = {
      subject,
      publicKey: keys.publicKey,
      issuer: authority.issuer(),
      use,
      ...this.#valid(certificateDays),
    };
    write(files, keys, signCertificate(request));
    return files;
  }

  /** Creates a key without a certificate. */
  key(name: string): string {
    const { keyFile } = this.#files(name);
    if (!isReadable(keyFile)) writeFileSync(keyFile, privateKeyPem(generateKeyPair()), { mode: 0o600 });
    return keyFile;
  }

  #files(name: string): PairFiles {
    return pairFiles(this.#directory, name);
  }

  #valid(days: number) {
    return { validFrom: new Date(this.#now - backdated), validUntil: new Date(this.#now + days * day) };
  }

  #lasts({ validTo }: X509Certificate): boolean {
    return Date.parse(validTo) > this.#now + leastDays * day;
  }
}

/** Undefined: there is none, or it cannot be read. */
function read({ certificateFile, keyFile }: PairFiles): X509Certificate | undefined {
  try {
    return isReadable(keyFile) ? new X509Certificate(readFileSync(certificateFile)) : undefined;
  } catch {
    return undefined;
  }
}

function write({ certificateFile, keyFile }: PairFiles, keys: KeyPair, certificate: string): string {
  writeFileSync(keyFile, privateKeyPem(keys), { mode: 0o600 });
  writeFileSync(certificateFile, certificate);
  return certificate;
}

function isReadable(file: string): boolean {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

function readKeys(file: string): KeyPair {
  const privateKey = createPrivateKey(readFileSync(file));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function isSignedBy(certificate: X509Certificate, { certificate: authority }: Authority): boolean {
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}

function hasNames(certificate: X509Certificate, use: Wanted['use']): boolean {
  if (use === 'client') return true;
  return use.serverNames.every((name) => (isAddress(name) ? certificate.checkIP(name) : certificate.checkHost(name)));
}

/** Expects a valid host name or address; `isIP`, which checks fully, would add milliseconds to every start. */
function isAddress(name: string): boolean {
  return name.includes(':') || isIPv4(name);
}
