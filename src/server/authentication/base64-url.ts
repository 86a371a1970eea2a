const alphabet = /^[\w-]*$/;

/** Decodes base64url without padding; undefined if it is malformed, which Buffer.from would accept. */
export function base64UrlBytes(text: string): Buffer | undefined {
  if (!alphabet.test(text) || text.length % 4 === 1) return undefined;
  return Buffer.from(text, 'base64url');
}
