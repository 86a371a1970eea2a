/** How many bytes a base64 text stands for. */
export function base64Bytes(text: string): number {
  return Buffer.byteLength(text, 'base64');
}
