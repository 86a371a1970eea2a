const comma = 0x2c;

/**
 * The values of entries between a head and a tail, separated by commas, in chunks of about the given size: a JSON
 * list without parsing or encoding anything. Larger values are handed out as they are, without being copied.
 */
export function* listBytes(
  parts: { head: Buffer; values: readonly Buffer[]; tail: Buffer },
  chunkBytes = 64 * 1024,
): Generator<Buffer> {
  const { head, values, tail } = parts;
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let length = 0;
  let separator = -1;
  for (const bytes of [head, ...values, tail]) {
    const isItem = bytes !== head && bytes !== tail;
    if (length + bytes.length + 1 > chunkBytes) {
      if (length > 0) yield chunk.subarray(0, length);
      chunk = Buffer.allocUnsafe(chunkBytes);
      length = 0;
    }
    if (isItem && separator >= 0) chunk[length++] = separator;
    if (isItem) separator = comma;
    if (bytes.length + 1 > chunkBytes) {
      yield chunk.subarray(0, length);
      yield bytes;
      chunk = Buffer.allocUnsafe(chunkBytes);
      length = 0;
    } else length += bytes.copy(chunk, length);
  }
  if (length > 0) yield chunk.subarray(0, length);
}
