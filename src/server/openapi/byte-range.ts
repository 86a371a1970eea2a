/** A range of a document; `last` is inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a Range header for a document of the given length. Undefined: the whole document, also for a request of
 * several ranges. `malformed` and `beyond` cannot be satisfied.
 */
export function parseRange(header: string | undefined, length: number): ByteRange | 'malformed' | 'beyond' | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.startsWith('bytes=') && header.includes(',')) return undefined;
  const [, from, to] = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'malformed';
  const last = to === '' || from === '' ? length - 1 : Math.min(Number(to), length - 1);
  const first = from === '' ? Math.max(length - Number(to), 0) : Number(from);
  if (to !== '' && from !== '' && Number(to) < first) return 'malformed';
  return first < length && first <= last ? { first, last } : 'beyond';
}
