import { X509Certificate } from 'node:crypto';
import { pemBlocks } from './pem-blocks.js';

/**
 * Returns the certificates of a PEM text; skips blocks of other types and blocks with headers. Throws if a certificate
 * cannot be parsed.
 */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pemBlocks(pem).filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders);
  return blocks.map(({ bytes }) => new X509Certificate(bytes));
}

/** Whether a PEM text contains certificates, all of which can be parsed. */
export function holdsCertificates(pem: string): boolean {
  try {
    return certificatesIn(pem).length > 0;
  } catch {
    return false;
  }
}
