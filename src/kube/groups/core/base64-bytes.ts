/** Returns the decoded length of a base64 text. */
export function base64Bytes(text: string): number {
  return Buffer.byteLength(text, 'base64');
}
