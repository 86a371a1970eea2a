import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CertificateRequest, generateKeyPair, signCertificate } from '../http/index.js';
import { extendedKeyUsages } from './extended-key-usages.js';

const keys = generateKeyPair();
const subject = { commonName: 'jane', organizations: ['a'.repeat(200)] };
const validFrom = new Date(0);
const validUntil = new Date(2 ** 41);

function certificate(use: CertificateRequest['use']): X509Certificate {
  const issuer = { subject, keys };
  return new X509Certificate(
    signCertificate({ subject, publicKey: keys.publicKey, issuer, validFrom, validUntil, use }),
  );
}

test.each<[string, CertificateRequest['use'], readonly string[] | undefined]>([
  ['a client', 'client', ['1.3.6.1.5.5.7.3.2']],
  ['a server', { serverNames: ['localhost', '127.0.0.1'] }, ['1.3.6.1.5.5.7.3.1']],
  ['an authority', 'authority', undefined],
])('the certificate of %s says what it is for', (_, use, usages) => {
  expect(extendedKeyUsages(certificate(use))).toEqual(usages);
});

test('an incomplete certificate is an error', () => {
  const { raw } = certificate('client');
  for (let length = 2; length < raw.length; length += 7)
    expect(() => extendedKeyUsages({ raw: raw.subarray(0, length) })).toThrow();
});
