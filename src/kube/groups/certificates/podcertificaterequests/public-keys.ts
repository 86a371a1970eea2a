// Follows pkg/apis/certificates/validation/validation.go (v1.36)

import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { signedRequestKey } from '../../../../apimachinery/der/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';

const keyPath = FieldPath.of('spec', 'pkixPublicKey');
const proofPath = FieldPath.of('spec', 'proofOfPossession');
const requestPath = FieldPath.of('spec', 'stubPKCS10Request');
const maxBytes = 10 * 1024;
const curves = ['prime256v1', 'secp384r1', 'secp521r1'];
const moduli = [3072, 4096];

/** Errors of a DER certificate request. Its content does not matter: signers decide on that. */
export function requestErrors(der: Buffer): FieldError[] {
  if (der.length > maxBytes) return [requestPath.tooLong(maxBytes)];
  const signed = signedRequestKey(der);
  if (!signed) return [requestPath.invalid(undefined, 'must be a valid PKCS#10 CSR')];
  const errors = strengthErrors(signed.key, requestPath, 'P256, P384, or P521');
  if (errors.length > 0 || signed.isSigned) return errors;
  return [requestPath.invalid(undefined, 'invalid signature')];
}

/** Errors of a DER public key, and of the signature of the pod's uid with its private key. */
export function publicKeyErrors(der: Buffer, proof: Buffer, uid: string): FieldError[] {
  if (der.length > maxBytes) return [keyPath.tooLong(maxBytes)];
  if (proof.length > maxBytes) return [proofPath.tooLong(maxBytes)];
  const key = readPublicKey(der);
  if (!key) return [keyPath.invalid(der.toString('base64'), 'must be a valid PKIX-serialized public key')];
  const errors = strengthErrors(key, keyPath, 'P256 or P384');
  if (errors.length > 0 || isSignedBy(key, Buffer.from(uid), proof)) return errors;
  return [proofPath.invalid(undefined, 'could not verify proof-of-possession signature')];
}

/** The key for which a certificate was requested. */
export function requestedKey({ stubPKCS10Request, pkixPublicKey }: Requested): KeyObject | undefined {
  if (stubPKCS10Request) return signedRequestKey(Buffer.from(stubPKCS10Request, 'base64'))?.key;
  return readPublicKey(Buffer.from(pkixPublicKey ?? '', 'base64'));
}

interface Requested {
  readonly stubPKCS10Request: string | null;
  readonly pkixPublicKey: string | null;
}

function readPublicKey(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function strengthErrors(key: KeyObject, path: FieldPath, allowedCurves: string): FieldError[] {
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return [];
    case 'ec':
      if (curves.includes(namedCurve)) return [];
      return [path.invalid(`curve ${namedCurve}`, `elliptic public keys must use curve ${allowedCurves}`)];
    case 'rsa': {
      const bits = Math.ceil(modulusLength / 8) * 8;
      if (moduli.includes(bits)) return [];
      return [path.invalid(`${bits}-bit modulus`, 'RSA keys must have modulus size 3072 or 4096')];
    }
    default:
      return [path.invalid(undefined, 'unknown public key type; supported types are Ed25519, ECDSA, and RSA')];
  }
}

function isSignedBy(key: KeyObject, data: Buffer, signature: Buffer): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, data, key, signature);
  if (key.asymmetricKeyType !== 'rsa') return verify('sha256', data, key, signature);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify('sha256', data, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_AUTO }, signature);
}
