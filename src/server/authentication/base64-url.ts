const alphabet = /^[\w-]*$/;

/** The bytes of base64url without padding; undefined for what is not, and would be read somehow by Buffer.from. */
export function base64UrlBytes(text: string): Buffer | undefined {
  if (!alphabet.test(text) || text.length % 4 === 1) return undefined;
  return Buffer.from(text, 'base64url');
}
