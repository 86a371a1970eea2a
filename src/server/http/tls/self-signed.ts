// Follows staging/src/k8s.io/client-go/util/cert/cert.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/serving.go (v1.36)

import { generateKeyPair as generateKeys, X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '../../../apimachinery/clock/index.js';
import { generateKeyPair, type KeyPair, privateKeyPem, signCertificate } from './certificate.js';
import type { KeyPairSource } from './pem-source.js';

const millisecondsOfADay = 24 * 60 * 60 * 1000;
/** Clocks differ: certificates are valid from a little before now. */
const backdatedMilliseconds = 60 * 60 * 1000;

interface SelfSignedOptions {
  /** DNS names and IP addresses of the server; the first one is the common name. */
  readonly names: readonly [string, ...string[]];
  readonly now?: Date;
  readonly validDays?: number;
  /** Of the server. Unset: new ones, on an elliptic curve. */
  readonly serverKeys?: KeyPair;
}

export interface SelfSignedCertificate {
  /** PEM: the server's certificate, then that of its CA. Clients may trust the whole bundle. */
  readonly certificate: string;
  /** PEM of the server's key. */
  readonly key: string;
}

/** Creates a server certificate, signed by a new CA whose key is discarded. */
export function makeSelfSigned({
  names,
  now = new Date(systemClock.now()),
  validDays = 365,
  serverKeys = generateKeyPair(),
}: SelfSignedOptions): SelfSignedCertificate {
  const stamp = Math.floor(now.getTime() / 1000);
  const authorityKeys = generateKeyPair();
  const authority = { subject: { commonName: `${names[0]}-ca@${stamp}` }, keys: authorityKeys };
  const shared = {
    issuer: authority,
    validFrom: new Date(now.getTime() - backdatedMilliseconds),
    validUntil: new Date(now.getTime() + validDays * millisecondsOfADay),
  };
  const authorityCertificate = signCertificate({
    ...shared,
    subject: authority.subject,
    publicKey: authorityKeys.publicKey,
    use: 'authority',
  });
  const certificate = signCertificate({
    ...shared,
    subject: { commonName: `${names[0]}@${stamp}` },
    publicKey: serverKeys.publicKey,
    use: { serverNames: [...new Set(names)] },
  });
  const key = privateKeyPem(serverKeys);
  return { certificate: certificate + authorityCertificate, key };
}

/**
 * Keeps a self-signed certificate in `apiserver.crt` and `apiserver.key` of a directory. Created on the first start and
 * reused until it expires, even if other names are requested.
 */
export async function keepSelfSigned(
  options: Omit<SelfSignedOptions, 'serverKeys'> & {
    readonly directory: string;
    /** The suites of --tls-cipher-suites: for some, the server needs an RSA key, which takes longer to create. */
    readonly cipherSuites?: readonly string[] | undefined;
  },
): Promise<KeyPairSource> {
  const { directory, cipherSuites = [], now = new Date(systemClock.now()) } = options;
  const certificateFile = join(directory, 'apiserver.crt');
  const keyFile = join(directory, 'apiserver.key');
  if (!(await isUsable(certificateFile, keyFile, now))) {
    const needsRsa = cipherSuites.some((suite) => suite.includes('_RSA_'));
    const serverKeys = needsRsa ? await promisify(generateKeys)('rsa', { modulusLength: 2048 }) : generateKeyPair();
    const made = makeSelfSigned({ ...options, now, serverKeys });
    await mkdir(directory, { recursive: true });
    await writeFile(keyFile, made.key, { mode: 0o600 });
    await writeFile(certificateFile, made.certificate);
  }
  return { certificate: { file: certificateFile }, key: { file: keyFile } };
}

async function isUsable(certificateFile: string, keyFile: string, now: Date): Promise<boolean> {
  try {
    const [certificate] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
    return new Date(new X509Certificate(certificate).validTo) > now;
  } catch {
    return false;
  }
}
