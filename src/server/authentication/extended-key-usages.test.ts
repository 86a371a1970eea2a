import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CertificateRequest, generateKeyPair, signCertificate } from '../http/index.js';
import { extendedKeyUsages, readUsages } from './extended-key-usages.js';

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
  expect(readUsages(certificate(use).raw)).toEqual(usages);
  expect(extendedKeyUsages(certificate(use))).toEqual(usages);
});

test('a runtime that names other usages is not believed', () => {
  const { raw } = certificate('client');
  const ofDeno = { raw, keyUsage: ['DigitalSignature', 'KeyEncipherment'] } as unknown as X509Certificate;
  expect(extendedKeyUsages(ofDeno)).toEqual(['1.3.6.1.5.5.7.3.2']);
});

test('an incomplete certificate is an error', () => {
  const { raw } = certificate('client');
  for (let length = 2; length < raw.length; length += 7) expect(() => readUsages(raw.subarray(0, length))).toThrow();
});
