import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { integer, objectIdentifier, octetString, time } from '../../../apimachinery/der/index.js';
import { type CertificateRequest, generateKeyPair, signCertificate } from './certificate.js';

const keys = generateKeyPair();
const subject = { commonName: 'authority' };
const base: CertificateRequest = {
  subject,
  publicKey: keys.publicKey,
  issuer: { subject, keys },
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validUntil: new Date('2060-01-01T00:00:00Z'),
  use: 'authority',
};

describe('a certificate', () => {
  it('of an authority signs itself and others', () => {
    const authority = new X509Certificate(signCertificate(base));
    const client = new X509Certificate(
      signCertificate({
        ...base,
        subject: { commonName: 'jane', organizations: ['system:masters', 'développeurs'] },
        publicKey: generateKeyPair().publicKey,
        use: 'client',
      }),
    );
    expect(authority.ca).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(client.ca).toBe(false);
    expect(client.checkIssued(authority)).toBe(true);
    expect(client.verify(authority.publicKey)).toBe(true);
    expect(client.subject).toBe('O=system:masters\nO=développeurs\nCN=jane');
    expect(client.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  it('is valid for the requested time, before and after 2050', () => {
    const certificate = new X509Certificate(signCertificate(base));
    expect(new Date(certificate.validFrom)).toEqual(base.validFrom);
    expect(new Date(certificate.validTo)).toEqual(base.validUntil);
  });

  it('of a server has its names and addresses', () => {
    const serverNames = ['localhost', '*.example.com', '127.0.0.1', '::1', '2001:db8::ff00:42:8329', '::ffff:10.0.0.1'];
    const certificate = new X509Certificate(signCertificate({ ...base, use: { serverNames } }));
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkHost('a.example.com')).toBe('*.example.com');
    for (const address of ['127.0.0.1', '::1', '2001:db8::ff00:42:8329', '::ffff:a00:1']) {
      expect(certificate.checkIP(address)).toBe(address);
    }
    expect(certificate.checkIP('127.0.0.2')).toBeUndefined();
  });
});

describe('DER', () => {
  it.each([
    { name: 'an integer', encoded: integer(Buffer.from([0, 0, 1])), hex: '020101' },
    { name: 'an integer whose first bit is set', encoded: integer(Buffer.from([0x80])), hex: '02020080' },
    { name: 'zero', encoded: integer(Buffer.from([0, 0])), hex: '020100' },
    { name: 'an object identifier', encoded: objectIdentifier('1.2.840.113549'), hex: '06062a864886f70d' },
    { name: 'a time', encoded: time(new Date('2026-01-02T03:04:05Z')), hex: '170d3236303130323033303430355a' },
    { name: 'a short length', encoded: octetString(Buffer.alloc(1)), hex: '040100' },
    { name: 'a longer length', encoded: octetString(Buffer.alloc(200)).subarray(0, 3), hex: '0481c8' },
    { name: 'a long length', encoded: octetString(Buffer.alloc(65536)).subarray(0, 5), hex: '0483010000' },
  ])('writes $name', ({ encoded, hex }) => {
    expect(encoded.toString('hex')).toBe(hex);
  });
});
