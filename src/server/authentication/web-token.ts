import { decodeJsonStrict } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { base64UrlBytes } from './base64-url.js';

/** Longer tokens are ignored, since parsing them would take long. */
const maxTokenLength = 64 * 1024;

/** A JSON Web Token in compact form. Its claims cannot be trusted before the signature is verified. */
export class WebToken {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** The signed bytes. */
  readonly signed: Buffer;
  readonly signature: Buffer;

  private constructor(parts: Pick<WebToken, 'header' | 'claims' | 'signed' | 'signature'>) {
    this.header = parts.header;
    this.claims = parts.claims;
    this.signed = parts.signed;
    this.signature = parts.signature;
  }

  /** Returns undefined if it is not a JWT. As in go-jose, surrounding white space is ignored. */
  static parse(text: string): WebToken | undefined {
    const parts = text.length > maxTokenLength ? [] : text.trim().split('.');
    if (parts.length !== 3) return undefined;
    const [head, body, signature] = parts.map(base64UrlBytes);
    if (!head || !body || !signature) return undefined;
    const [header, claims] = [objectOf(head), objectOf(body)];
    // Critical extensions are not supported.
    if (!header || !claims || header['crit'] !== undefined) return undefined;
    return new WebToken({ header, claims, signed: Buffer.from(`${parts[0]}.${parts[1]}`), signature });
  }
}

/** An object with duplicate keys is rejected, since parsers disagree about its meaning. */
function objectOf(bytes: Buffer): JsonObject | undefined {
  try {
    const { value, strictErrors } = decodeJsonStrict(bytes);
    return isJsonObject(value) && strictErrors.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
