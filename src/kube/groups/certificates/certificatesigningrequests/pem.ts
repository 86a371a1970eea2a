// Follows pkg/apis/certificates/helpers.go (v1.36)

import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { pemBlocks } from '../../../../apimachinery/pem/index.js';
import { DerReader } from './der-reader.js';
import { type Subject, subjectIn } from './subject.js';

const otherBlock = 'PEM block type must be CERTIFICATE REQUEST';
const malformed = 'x509: malformed certificate request';

/** Returns what is wrong with a PEM certificate request; undefined if it is signed with its own key. */
export function signingRequestProblem(pem: string): string | undefined {
  const [first] = pemBlocks(pem);
  if (first?.type !== 'CERTIFICATE REQUEST') return otherBlock;
  try {
    return isSignedByItsKey(first.bytes) ? undefined : 'x509: invalid signature';
  } catch {
    return malformed;
  }
}

/** Returns the subject of a PEM certificate request. Throws an error if it is invalid. */
export function signingRequestSubject(pem: string): Subject {
  const [first] = pemBlocks(pem);
  if (first?.type !== 'CERTIFICATE REQUEST') throw new Error(otherBlock);
  try {
    const [information] = new DerReader(first.bytes).only().children();
    return subjectIn(information?.children()[1]);
  } catch (error) {
    throw new Error(malformed, { cause: error });
  }
}

/** By algorithm. SHA-1 is accepted: the signature only proves that the client has the key. */
const digests: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
};

/** The key of a DER certificate request, and whether the request is signed with it. Undefined: it is malformed. */
export function signedRequestKey(der: Buffer): { readonly key: KeyObject; readonly isSigned: boolean } | undefined {
  try {
    const [, , publicKey] = new DerReader(der).only().children()[0]?.children() ?? [];
    if (!publicKey) return undefined;
    const key = createPublicKey({ key: publicKey.bytes, format: 'der', type: 'spki' });
    return { key, isSigned: isSignedByItsKey(der) };
  } catch {
    return undefined;
  }
}

/** A request consists of the signed information, the algorithm and the signature. */
function isSignedByItsKey(der: Buffer): boolean {
  const [information, algorithm, signature] = new DerReader(der).only().children();
  if (!information || !algorithm || !signature) return false;
  const [, , publicKey] = information.children();
  const [identifier] = algorithm.children();
  if (!publicKey || !identifier) return false;
  const digest = digests[identifier.objectIdentifier()];
  if (digest === undefined) return false;
  const key = createPublicKey({ key: publicKey.bytes, format: 'der', type: 'spki' });
  return verify(digest, information.bytes, key, signature.content.subarray(1));
}

/** Returns what is wrong with PEM certificates; undefined if all can be parsed. */
export function certificateProblem(pem: string): string | undefined {
  const blocks = pemBlocks(pem);
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block';
  for (const { type, bytes, hasHeaders } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${type}"`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (!isCertificate(bytes)) return 'x509: malformed certificate';
  }
  return undefined;
}

function isCertificate(der: Buffer): boolean {
  try {
    return new X509Certificate(der).raw.length > 0;
  } catch {
    return false;
  }
}
