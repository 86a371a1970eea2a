const [comma, openBrace] = Buffer.from(',{') as unknown as [number, number];

export interface ListParts {
  readonly head: Buffer;
  readonly values: readonly Buffer[];
  /** What values may begin with that is left out of the list, such as `{"kind":"Pod",`: all but its brace. */
  readonly without?: Buffer | undefined;
  readonly tail: Buffer;
}

/**
 * The values of entries between a head and a tail, separated by commas, in chunks of about the given size: a JSON
 * list without parsing or encoding anything. Larger values are handed out as they are, without being copied.
 */
export function* listBytes({ head, values, without, tail }: ListParts, chunkBytes = 64 * 1024): Generator<Buffer> {
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
    const skipped = isItem && without && beginsWith(bytes, without) ? without.length : 0;
    if (skipped > 0) chunk[length++] = openBrace;
    if (bytes.length + 1 > chunkBytes) {
      yield chunk.subarray(0, length);
      yield skipped > 0 ? bytes.subarray(skipped) : bytes;
      chunk = Buffer.allocUnsafe(chunkBytes);
      length = 0;
    } else length += bytes.copy(chunk, length, skipped);
  }
  if (length > 0) yield chunk.subarray(0, length);
}

/** From the end, where kinds differ. */
function beginsWith(bytes: Buffer, beginning: Buffer): boolean {
  for (let index = beginning.length - 1; index >= 0; index--) if (bytes[index] !== beginning[index]) return false;
  return true;
}
