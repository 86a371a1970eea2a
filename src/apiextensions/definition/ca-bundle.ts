import { X509Certificate } from 'node:crypto';
import { type FieldError, type FieldPath, invalidValue } from '../../apimachinery/validation/index.js';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether base64 of PEM holds certificates, all of which can be read. */
export function isCaBundle(caBundle: string): boolean {
  const blocks = Buffer.from(caBundle, 'base64').toString('latin1').match(certificate) ?? [];
  return blocks.length > 0 && blocks.every(isCertificate);
}

export function validateCaBundle(caBundle: string, path: FieldPath): FieldError[] {
  if (isCaBundle(caBundle)) return [];
  const detail = 'unable to load root certificates: unable to parse bytes as PEM block';
  return [invalidValue(path, caBundle, detail)];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
