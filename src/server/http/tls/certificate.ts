import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import {
  bitString,
  boolean,
  element,
  explicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
} from './der.js';

/** A certificate's key and what it calls itself: what it takes to sign another. */
export interface Issuer {
  readonly commonName: string;
  readonly key: KeyObject;
}

export interface CertificateRequest {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly issuer: Issuer;
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** An authority signs others; a server is known by its names: DNS names and IP addresses. */
  readonly use: 'authority' | { readonly serverNames: readonly string[] };
}

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const subjectKeyIdentifier = '2.5.29.14';
const keyUsage = '2.5.29.15';
const subjectAlternativeName = '2.5.29.17';
const basicConstraints = '2.5.29.19';
const authorityKeyIdentifier = '2.5.29.35';
const extendedKeyUsage = '2.5.29.37';
const serverAuthentication = '1.3.6.1.5.5.7.3.1';

export function generateKey(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Makes a certificate (PEM). By hand, because loading a library for it takes longer than everything else at start. */
export function signCertificate(request: CertificateRequest, issuerPublicKey: KeyObject): string {
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    distinguishedName(request.issuer.commonName),
    sequence(time(request.validFrom), time(request.validUntil)),
    distinguishedName(request.commonName),
    publicKeyInfo(request.publicKey),
    explicit(3, sequence(...extensions(request, issuerPublicKey))),
  );
  const signature = sign('sha256', body, request.issuer.key);
  return pem('CERTIFICATE', sequence(body, ecdsaWithSha256, bitString(signature)));
}

function extensions({ publicKey, use }: CertificateRequest, issuerPublicKey: KeyObject): Buffer[] {
  const shared = [
    extension(subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
    extension(authorityKeyIdentifier, sequence(element(0x80, keyIdentifier(issuerPublicKey)))),
  ];
  if (use === 'authority') {
    const signsCertificates = bitString(Buffer.from([0b1010_0100]), 2);
    return [
      ...shared,
      criticalExtension(basicConstraints, sequence(boolean('true'))),
      criticalExtension(keyUsage, signsCertificates),
    ];
  }
  const signsHandshakes = bitString(Buffer.from([0b1010_0000]), 5);
  return [
    ...shared,
    criticalExtension(basicConstraints, sequence()),
    criticalExtension(keyUsage, signsHandshakes),
    extension(extendedKeyUsage, sequence(objectIdentifier(serverAuthentication))),
    extension(subjectAlternativeName, sequence(...use.serverNames.map(generalName))),
  ];
}

function extension(identifier: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(identifier), octetString(value));
}

function criticalExtension(identifier: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(identifier), boolean('true'), octetString(value));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(set(sequence(objectIdentifier('2.5.4.3'), utf8String(commonName))));
}

function publicKeyInfo(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1').update(publicKeyInfo(key)).digest();
}

function generalName(name: string): Buffer {
  return isIP(name) > 0 ? element(0x87, addressBytes(name)) : element(0x82, Buffer.from(name));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const dotted = /[^:]+\.[^:]+$/.exec(address)?.[0];
  const whole = dotted === undefined ? address : address.replace(dotted, hexOfIPv4(dotted));
  const [before = '', after] = whole.split('::');
  const left = before.split(':').filter(Boolean);
  const right = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function hexOfIPv4(address: string): string {
  return Buffer.from(address.split('.').map(Number))
    .toString('hex')
    .replace(/^(.{4})/, '$1:');
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
