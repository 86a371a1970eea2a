import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import type { SigningKey, VerifyingKey } from './token-keys.js';

/** Longer ones are of nobody: who sends them wants to be looked at for long. */
const maxTokenLength = 64 * 1024;

/** A JSON Web Token in its compact form. Its claims are what somebody says, until its signature is verified. */
export class WebToken {
  readonly claims: JsonObject;
  readonly #header: JsonObject;
  readonly #signed: Buffer;
  readonly #signature: Buffer;

  private constructor(parts: { header: JsonObject; claims: JsonObject; signed: Buffer; signature: Buffer }) {
    this.claims = parts.claims;
    this.#header = parts.header;
    this.#signed = parts.signed;
    this.#signature = parts.signature;
  }

  /** Undefined for what is no such token. */
  static parse(text: string): WebToken | undefined {
    const parts = text.length > maxTokenLength ? [] : text.split('.');
    if (parts.length !== 3) return undefined;
    const [header, claims] = [objectOf(parts[0]!), objectOf(parts[1]!)];
    if (!header || !claims) return undefined;
    const signed = Buffer.from(`${parts[0]}.${parts[1]}`);
    return new WebToken({ header, claims, signed, signature: Buffer.from(parts[2]!, 'base64url') });
  }

  static sign(claims: JsonObject, key: SigningKey): string {
    const { algorithm, id } = key.publicKey;
    const signed = `${encode({ alg: algorithm.name, kid: id })}.${encode(claims)}`;
    return `${signed}.${key.sign(Buffer.from(signed)).toString('base64url')}`;
  }

  /** Those that it may have been signed with, by what it says itself. */
  keysAmong(keys: readonly VerifyingKey[]): readonly VerifyingKey[] {
    const { kid } = this.#header;
    return typeof kid === 'string' && kid !== '' ? keys.filter(({ id }) => id === kid) : keys;
  }

  /** The algorithm is the key's, whatever the token says: that it may not choose. */
  isSignedWith(key: VerifyingKey): boolean {
    return this.#header['alg'] === key.algorithm.name && key.verifies(this.#signed, this.#signature);
  }
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function objectOf(part: string): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
