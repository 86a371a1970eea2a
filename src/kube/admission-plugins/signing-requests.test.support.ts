import type { JsonObject } from '../../apimachinery/meta/index.js';

const utf8Tag = 0x0c;
/** BMPString: two bytes per character. */
export const wideTag = 0x1e;

const identifiers = { CN: [0x55, 0x04, 0x03], O: [0x55, 0x04, 0x0a] };

/** An unsigned PKCS #10 request for a subject, as in the spec of a CertificateSigningRequest. */
export function signingRequestFor(subject: readonly (readonly ['CN' | 'O', string])[], tag = utf8Tag): string {
  const names = subject.map(([kind, text]) =>
    element(0x31, element(0x30, element(0x06, Buffer.from(identifiers[kind])), element(tag, textBytes(text, tag)))),
  );
  const information = element(0x30, element(0x02, Buffer.from([0])), element(0x30, ...names));
  const body = element(0x30, information).toString('base64');
  return Buffer.from(`-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`).toString(
    'base64',
  );
}

export function signingRequest(signerName: string, request: string): JsonObject {
  return { metadata: { name: 'r' }, spec: { signerName, request } };
}

function textBytes(text: string, tag: number): Buffer {
  return tag === wideTag ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text);
}

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);
}
