import { type KeyPairKeyObjectResult, sign } from 'node:crypto';
import {
  bitString,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  utf8String,
} from '../apimachinery/der/index.js';

interface RequestOptions {
  readonly commonName: string;
  readonly organization: string;
  /** Of the curve P-256. */
  readonly keys: KeyPairKeyObjectResult;
  readonly dnsNames?: readonly string[];
}

/** A signed PKCS #10 certificate request, in PEM. */
export function signingRequest({ commonName, organization, keys, dnsNames = [] }: RequestOptions): string {
  const attribute = (type: string, value: string) => set(sequence(objectIdentifier(type), utf8String(value)));
  const names = sequence(...dnsNames.map((name) => element(0x82, Buffer.from(name))));
  const extension = sequence(objectIdentifier('2.5.29.17'), octetString(names));
  const requested = sequence(objectIdentifier('1.2.840.113549.1.9.14'), set(sequence(extension)));
  const information = sequence(
    integer(Buffer.from([0])),
    sequence(attribute('2.5.4.10', organization), attribute('2.5.4.3', commonName)),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa0, ...(dnsNames.length > 0 ? [requested] : [])),
  );
  const signature = bitString(sign('sha256', information, keys.privateKey));
  const der = sequence(information, sequence(objectIdentifier('1.2.840.10045.4.3.2')), signature);
  return `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
}
