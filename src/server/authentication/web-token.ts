import { decodeJson } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';

/** Longer ones are of nobody: who sends them wants to be looked at for long. */
const maxTokenLength = 64 * 1024;
const part = /^[\w-]*$/;

/** A JSON Web Token in its compact form. Its claims are what somebody says, until its signature is verified. */
export class WebToken {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** What the signature is of. */
  readonly signed: Buffer;
  readonly signature: Buffer;

  private constructor(parts: Pick<WebToken, 'header' | 'claims' | 'signed' | 'signature'>) {
    this.header = parts.header;
    this.claims = parts.claims;
    this.signed = parts.signed;
    this.signature = parts.signature;
  }

  /** Undefined for what is no such token. */
  static parse(text: string): WebToken | undefined {
    const parts = text.length > maxTokenLength ? [] : text.split('.');
    if (parts.length !== 3 || !parts.every((one) => part.test(one))) return undefined;
    const [header, claims] = [objectOf(parts[0]!), objectOf(parts[1]!)];
    // Nobody here knows extensions that must be understood.
    if (!header || !claims || header['crit'] !== undefined) return undefined;
    const signed = Buffer.from(`${parts[0]}.${parts[1]}`);
    return new WebToken({ header, claims, signed, signature: Buffer.from(parts[2]!, 'base64url') });
  }
}

function objectOf(part: string): JsonObject | undefined {
  try {
    const value = decodeJson(Buffer.from(part, 'base64url'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
