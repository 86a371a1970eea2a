// Follows pkg/apis/certificates/helpers.go (v1.36)

import { X509Certificate } from 'node:crypto';
import { DerReader, parseCertificateRequest, type Subject, subjectIn } from '../../../../apimachinery/der/index.js';
import { pemBlocks } from '../../../../apimachinery/pem/index.js';

const otherBlock = 'PEM block type must be CERTIFICATE REQUEST';
const malformed = 'x509: malformed certificate request';

/** Returns what is wrong with a PEM certificate request; undefined if it is signed with its own key. */
export function signingRequestProblem(pem: string): string | undefined {
  const [first] = pemBlocks(pem);
  if (first?.type !== 'CERTIFICATE REQUEST') return otherBlock;
  try {
    return parseCertificateRequest(first.bytes).isSigned ? undefined : 'x509: invalid signature';
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
