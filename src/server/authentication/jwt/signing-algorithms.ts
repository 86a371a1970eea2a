import { constants, createPublicKey, type JsonWebKeyInput, type KeyObject, verify } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';

interface Algorithm {
  readonly keyType: 'rsa' | 'ec';
  readonly hash: string;
  readonly curve?: string;
  readonly isPss?: boolean;
}

const algorithms: Readonly<Record<string, Algorithm>> = {
  ES256: { keyType: 'ec', hash: 'sha256', curve: 'prime256v1' },
  ES384: { keyType: 'ec', hash: 'sha384', curve: 'secp384r1' },
  ES512: { keyType: 'ec', hash: 'sha512', curve: 'secp521r1' },
  PS256: { keyType: 'rsa', hash: 'sha256', isPss: true },
  PS384: { keyType: 'rsa', hash: 'sha384', isPss: true },
  PS512: { keyType: 'rsa', hash: 'sha512', isPss: true },
  RS256: { keyType: 'rsa', hash: 'sha256' },
  RS384: { keyType: 'rsa', hash: 'sha384' },
  RS512: { keyType: 'rsa', hash: 'sha512' },
};

/** Asymmetric algorithms only: with a symmetric one, the published key could be used to sign tokens. */
export const signingAlgorithms: readonly string[] = Object.keys(algorithms);

/** A public key of an issuer. */
export interface WebKey {
  /** The `kid` of tokens; may be empty. */
  readonly id: string;
  readonly key: KeyObject;
}

/** The keys of a JSON Web Key Set that can sign tokens. Throws if the document is not such a set. */
export function webKeysIn(document: JsonValue): readonly WebKey[] {
  if (!isJsonObject(document) || !Array.isArray(document['keys'])) throw new Error('not a JSON Web Key Set');
  return document['keys'].flatMap((jwk) => {
    if (!isJsonObject(jwk)) return [];
    try {
      const key = createPublicKey({ key: jwk, format: 'jwk' } as JsonWebKeyInput);
      return [{ id: typeof jwk['kid'] === 'string' ? jwk['kid'] : '', key }];
    } catch {
      // A key type for other uses.
      return [];
    }
  });
}

export interface Signed {
  readonly algorithm: string;
  readonly data: Buffer;
  readonly signature: Buffer;
}

/** Whether the key has the type that the algorithm needs, and made the signature. */
export function isSignedBy({ key }: WebKey, { algorithm: name, data, signature }: Signed): boolean {
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (!algorithm || key.asymmetricKeyType !== algorithm.keyType) return false;
  if (algorithm.keyType === 'ec') {
    if (key.asymmetricKeyDetails?.namedCurve !== algorithm.curve) return false;
    return verify(algorithm.hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }
  const { RSA_PKCS1_PSS_PADDING, RSA_PKCS1_PADDING, RSA_PSS_SALTLEN_AUTO } = constants;
  const form = algorithm.isPss
    ? { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_AUTO }
    : { padding: RSA_PKCS1_PADDING };
  return verify(algorithm.hash, data, { key, ...form }, signature);
}
