// Follows staging/src/k8s.io/client-go/util/keyutil/key.go (v1.36)
// Follows pkg/serviceaccount/jwt.go (v1.36)

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pemBlocks } from '../../apimachinery/pem/index.js';
import { ParsedPem, type PemSource } from '../../server/http/index.js';

/** Parameters of a JWT algorithm. */
interface Algorithm {
  readonly name: 'RS256' | 'ES256' | 'ES384' | 'ES512';
  readonly hash: string;
}

const ellipticAlgorithms: Readonly<Record<string, Algorithm>> = {
  prime256v1: { name: 'ES256', hash: 'sha256' },
  secp384r1: { name: 'ES384', hash: 'sha384' },
  secp521r1: { name: 'ES512', hash: 'sha512' },
};

/** A public key that verifies tokens. */
export class VerifyingKey {
  /** Key ID. */
  readonly id: string;
  readonly algorithm: Algorithm;
  readonly #key: KeyObject;

  /** Without an `id`, it derives from a hash of the key. Throws if tokens cannot be signed with this type of key. */
  constructor(key: KeyObject, id?: string) {
    this.#key = key;
    this.algorithm = algorithmOf(key);
    this.id = id ?? idOf(key);
  }

  verifies(data: Buffer, signature: Buffer): boolean {
    return verify(this.algorithm.hash, data, { key: this.#key, dsaEncoding: 'ieee-p1363' }, signature);
  }

  /** As an entry of a JSON Web Key Set. */
  get webKey(): Record<string, unknown> {
    const { kty, ...rest } = this.#key.export({ format: 'jwk' });
    return { use: 'sig', kty, kid: this.id, alg: this.algorithm.name, ...rest };
  }
}

/** The private key that signs new tokens. */
export class SigningKey {
  readonly publicKey: VerifyingKey;
  readonly #key: KeyObject;

  constructor(key: KeyObject) {
    this.#key = key;
    this.publicKey = new VerifyingKey(createPublicKey(key));
  }

  sign(data: Buffer): Buffer {
    return sign(this.publicKey.algorithm.hash, data, { key: this.#key, dsaEncoding: 'ieee-p1363' });
  }
}

export interface TokenKeys {
  readonly signing: SigningKey;
  readonly verifying: readonly VerifyingKey[];
}

export interface TokenKeySources {
  readonly signingKey: PemSource;
  readonly keyFiles: readonly string[];
}

const signingKeys = new ParsedPem((pem) => new SigningKey(createPrivateKey(pem)));

/** Without `keyFiles`, tokens are verified with the signing key. Rejects if a file cannot be used. */
export async function readTokenKeys({ signingKey, keyFiles }: TokenKeySources): Promise<TokenKeys> {
  const signing = await signingKeys.read(signingKey);
  const read = await Promise.all(keyFiles.map(readVerifyingKeys));
  return { signing, verifying: read.length > 0 ? read.flat() : [signing.publicKey] };
}

/** A file may contain several keys or certificates; of private keys, the public part is used. */
async function readVerifyingKeys(file: string): Promise<VerifyingKey[]> {
  const blocks = pemBlocks(await readFile(file, 'utf8')).filter(({ type }) => type !== 'EC PARAMETERS');
  if (blocks.length === 0) throw new Error(`data does not contain any valid RSA or ECDSA public keys: ${file}`);
  return blocks.map(({ text }) => new VerifyingKey(createPublicKey(text)));
}

function idOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

function algorithmOf(key: KeyObject): Algorithm {
  if (key.asymmetricKeyType === 'rsa') return { name: 'RS256', hash: 'sha256' };
  const curve = key.asymmetricKeyDetails?.namedCurve ?? '';
  const algorithm = key.asymmetricKeyType === 'ec' ? ellipticAlgorithms[curve] : undefined;
  if (!algorithm) throw new Error(`a key of type ${key.asymmetricKeyType} ${curve} cannot sign tokens`);
  return algorithm;
}
