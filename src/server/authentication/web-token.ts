import { decodeJsonStrict } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { base64UrlBytes } from './base64-url.js';

/** Longer ones are of nobody: who sends them wants to be looked at for long. */
const maxTokenLength = 64 * 1024;

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

  /** Undefined for what is no such token. White space around it does not count, as for go-jose. */
  static parse(text: string): WebToken | undefined {
    const parts = text.length > maxTokenLength ? [] : text.trim().split('.');
    if (parts.length !== 3) return undefined;
    const [head, body, signature] = parts.map(base64UrlBytes);
    if (!head || !body || !signature) return undefined;
    const [header, claims] = [objectOf(head), objectOf(body)];
    // Nobody here knows extensions that must be understood.
    if (!header || !claims || header['crit'] !== undefined) return undefined;
    return new WebToken({ header, claims, signed: Buffer.from(`${parts[0]}.${parts[1]}`), signature });
  }
}

/** A name that is there twice means one thing to one reader, and another to the next: there is no such token. */
function objectOf(bytes: Buffer): JsonObject | undefined {
  try {
    const { value, strictErrors } = decodeJsonStrict(bytes);
    return isJsonObject(value) && strictErrors.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
