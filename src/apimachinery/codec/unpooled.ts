/**
 * Returns a copy of its own, for bytes that are kept. Buffers from Buffer's pool, and results of zlib, are views of larger buffers,
 * which they keep alive as a whole.
 */
export function unpooled(bytes: Uint8Array | string): Buffer {
  if (typeof bytes !== 'string') return Buffer.from(new Uint8Array(bytes).buffer);
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes));
  copy.write(bytes);
  return copy;
}
