// Follows pkg/registry/core/secret/strategy.go (v1.36)

import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type PemBlock, pemBlocks } from '../../../../apimachinery/pem/index.js';

/** Returns what is wrong with a PEM certificate and key, in Go's words; undefined if they match. */
export function keyPairProblem(certificate: string, key: string): string | undefined {
  const [certificates, keys] = [pemBlocks(certificate), pemBlocks(key)];
  const leaf = certificates.find(({ type }) => type === 'CERTIFICATE');
  if (!leaf) return certificateProblem(certificates);
  const secret = keys.find(isPrivateKey);
  return secret ? mismatch(leaf, secret) : keyProblem(keys);
}

function isPrivateKey({ type }: PemBlock): boolean {
  return type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY');
}

function certificateProblem(skipped: readonly PemBlock[]): string {
  if (skipped.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (skipped.length === 1 && isPrivateKey(skipped[0]!)) {
    const found = 'but did find a private key; PEM inputs may have been switched';
    return `tls: failed to find certificate PEM data in certificate input, ${found}`;
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input ${after(skipped)}`;
}

function keyProblem(skipped: readonly PemBlock[]): string {
  if (skipped.length === 0) return 'tls: failed to find any PEM data in key input';
  if (skipped.length === 1 && skipped[0]?.type === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input ${after(skipped)}`;
}

function after(skipped: readonly PemBlock[]): string {
  return `after skipping PEM blocks of the following types: [${skipped.map(({ type }) => type).join(' ')}]`;
}

function mismatch(certificate: PemBlock, key: PemBlock): string | undefined {
  const known = attempt(() => new X509Certificate(certificate.bytes).publicKey);
  if (!known) return 'x509: malformed certificate';
  const secret = attempt(() => readKey(key));
  if (!secret) return 'tls: failed to parse private key';
  const own = createPublicKey(secret);
  if (own.asymmetricKeyType !== known.asymmetricKeyType) {
    return 'tls: private key type does not match public key type';
  }
  return own.equals(known) ? undefined : 'tls: private key does not match public key';
}

function readKey({ type, bytes }: PemBlock): KeyObject {
  const pem = `-----BEGIN ${type}-----\n${bytes.toString('base64')}\n-----END ${type}-----\n`;
  return createPrivateKey(pem);
}

/** Returns undefined on errors, whose messages differ between libraries. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
