/**
 * Returns a copy of its own, for bytes that are kept. Buffers from Buffer's pool, and results of zlib, are views of larger buffers,
 * which they keep alive as a whole.
 */
export function unpooled(bytes: Uint8Array | string): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes));
  if (typeof bytes === 'string') copy.write(bytes);
  else copy.set(bytes);
  return copy;
}
