import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
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
} from '../../../apimachinery/der/index.js';

/** Subject of a certificate. In a client certificate: the user name and its groups. */
export interface Subject {
  readonly commonName: string;
  readonly organizations?: readonly string[] | undefined;
}

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export interface CertificateRequest {
  readonly subject: Subject;
  readonly publicKey: KeyObject;
  /** Subject and keys of the signer; for a self-signed certificate, its own. */
  readonly issuer: { readonly subject: Subject; readonly keys: KeyPair };
  readonly validFrom: Date;
  readonly validUntil: Date;
  /** An authority signs other certificates; a server certificate has DNS names and IP addresses. */
  readonly use: 'authority' | 'client' | { readonly serverNames: readonly string[] };
}

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const subjectKeyIdentifier = '2.5.29.14';
const keyUsage = '2.5.29.15';
const subjectAlternativeName = '2.5.29.17';
const basicConstraints = '2.5.29.19';
const authorityKeyIdentifier = '2.5.29.35';
const extendedKeyUsage = '2.5.29.37';
const serverAuthentication = '1.3.6.1.5.5.7.3.1';
const clientAuthentication = '1.3.6.1.5.5.7.3.2';
const digitalSignature = 0;
const keyEncipherment = 2;
const signsCertificates = 5;
const commonNameAttribute = '2.5.4.3';
const organizationAttribute = '2.5.4.10';

export function generateKeyPair(): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

export function privateKeyPem({ privateKey }: KeyPair): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * Creates a certificate (PEM). Written by hand, because loading a library takes longer than everything else at start.
 */
export function signCertificate(request: CertificateRequest): string {
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    distinguishedName(request.issuer.subject),
    sequence(time(request.validFrom), time(request.validUntil)),
    distinguishedName(request.subject),
    publicKeyInfo(request.publicKey),
    explicit(3, sequence(...extensions(request))),
  );
  const signature = sign('sha256', body, request.issuer.keys.privateKey);
  return pem('CERTIFICATE', sequence(body, ecdsaWithSha256, bitString(signature)));
}

function extensions({ publicKey, issuer, use }: CertificateRequest): Buffer[] {
  const shared = [
    extension(subjectKeyIdentifier, octetString(keyIdentifier(publicKey))),
    extension(authorityKeyIdentifier, sequence(element(0x80, keyIdentifier(issuer.keys.publicKey)))),
  ];
  if (use === 'authority') return [...shared, ...authorityExtensions()];
  const purpose = use === 'client' ? clientAuthentication : serverAuthentication;
  const common = [
    ...shared,
    criticalExtension(basicConstraints, sequence()),
    criticalExtension(keyUsage, usageBits(digitalSignature, keyEncipherment)),
    extension(extendedKeyUsage, sequence(objectIdentifier(purpose))),
  ];
  if (use === 'client') return common;
  return [...common, extension(subjectAlternativeName, sequence(...use.serverNames.map(generalName)))];
}

function authorityExtensions(): Buffer[] {
  return [
    criticalExtension(basicConstraints, sequence(boolean('true'))),
    criticalExtension(keyUsage, usageBits(digitalSignature, keyEncipherment, signsCertificates)),
  ];
}

/** DER bit strings count from the left and omit trailing zeros. */
function usageBits(...usages: readonly number[]): Buffer {
  const bits = usages.reduce((all, usage) => all | (0x80 >> usage), 0);
  return bitString(Buffer.from([bits]), 7 - Math.max(...usages));
}

function extension(identifier: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(identifier), octetString(value));
}

function criticalExtension(identifier: string, value: Buffer): Buffer {
  return sequence(objectIdentifier(identifier), boolean('true'), octetString(value));
}

function distinguishedName({ commonName, organizations = [] }: Subject): Buffer {
  return sequence(
    ...organizations.map((name) => attribute(organizationAttribute, name)),
    attribute(commonNameAttribute, commonName),
  );
}

function attribute(identifier: string, value: string): Buffer {
  return set(sequence(objectIdentifier(identifier), utf8String(value)));
}

/** Exporting a public key takes longer than everything else here, and an authority's is needed four times. */
const publicKeyInfos = new WeakMap<KeyObject, Buffer>();

function publicKeyInfo(key: KeyObject): Buffer {
  const info = publicKeyInfos.get(key) ?? key.export({ type: 'spki', format: 'der' });
  publicKeyInfos.set(key, info);
  return info;
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1').update(publicKeyInfo(key)).digest();
}

function generalName(name: string): Buffer {
  // DNS names contain no colon; `isIPv6` would add milliseconds to every start.
  const isAddress = isIPv4(name) || name.includes(':');
  return isAddress ? element(0x87, addressBytes(name)) : element(0x82, Buffer.from(name));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const last = address.slice(address.lastIndexOf(':') + 1);
  const whole = last.includes('.') ? `${address.slice(0, -last.length)}${hexOfIPv4(last)}` : address;
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
