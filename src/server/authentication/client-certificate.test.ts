import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateKeyPair, signCertificate } from '../http/index.js';
import { commonNameOf } from './client-certificate.js';

test('a subject that cannot be read names nobody', () => {
  const keys = generateKeyPair();
  const subject = { commonName: 'x', organizations: ['group'] };
  const [validFrom, validUntil] = [new Date(0), new Date(1e12)];
  const issuer = { subject, keys };
  const text = signCertificate({ subject, publicKey: keys.publicKey, issuer, validFrom, validUntil, use: 'client' });
  const { raw } = new X509Certificate(text);
  expect(commonNameOf(new X509Certificate(raw))).toBe('x');
  // Changes the organization of the subject, the second one in the certificate, to a type that is not text.
  const place = raw.lastIndexOf(Buffer.from('\x0c\x05group', 'latin1'));
  raw[place] = 0x09;
  expect(commonNameOf(new X509Certificate(raw))).toBe('');
});
