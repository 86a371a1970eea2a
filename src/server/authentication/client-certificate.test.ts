import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateKeyPair, signCertificate } from '../http/index.js';
import { commonNameOf } from './client-certificate.js';

function certificateOf(subject: { commonName: string; organizations: string[] }): Buffer {
  const keys = generateKeyPair();
  const [validFrom, validUntil] = [new Date(0), new Date(1e12)];
  const issuer = { subject, keys };
  const text = signCertificate({ subject, publicKey: keys.publicKey, issuer, validFrom, validUntil, use: 'client' });
  return new X509Certificate(text).raw;
}

test('a subject with an attribute that cannot be read has no common name', () => {
  const raw = certificateOf({ commonName: 'x', organizations: ['group'] });
  expect(commonNameOf(new X509Certificate(raw))).toBe('x');
  // Changes the organization of the subject, the second one in the certificate, to a type that is not text.
  const place = raw.lastIndexOf(Buffer.from('\x0c\x05group', 'latin1'));
  raw[place] = 0x09;
  expect(commonNameOf(new X509Certificate(raw))).toBe('');
});

test.each([
  ['separators', 'a + O=b\nCN=c, D=e', ['a\nb', 'c + d']],
  ['letters of any alphabet', 'Zoë Ж 🚀', ['é']],
  ['nothing in an organization', 'x', ['']],
])('a subject with %s is read', (_name, commonName, organizations) => {
  expect(commonNameOf(new X509Certificate(certificateOf({ commonName, organizations })))).toBe(commonName);
});
