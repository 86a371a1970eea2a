import { X509Certificate } from 'node:crypto';
import { pemBlocks } from './pem-blocks.js';

/**
 * The certificates of a PEM text; blocks of other types and blocks with headers are passed over. Throws where one of them
 * cannot be read.
 */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pemBlocks(pem).filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders);
  return blocks.map(({ bytes }) => new X509Certificate(bytes));
}

/** Whether a PEM text holds certificates, all of which can be read. */
export function holdsCertificates(pem: string): boolean {
  try {
    return certificatesIn(pem).length > 0;
  } catch {
    return false;
  }
}
