import { X509Certificate } from 'node:crypto';

const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Whether the base64 text holds certificates, all of which can be read. An empty one stands for those of the system. */
export function isCaBundle(base64: string): boolean {
  if (base64 === '') return true;
  const certificates = Buffer.from(base64, 'base64').toString('latin1').match(certificate) ?? [];
  return certificates.length > 0 && certificates.every(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
