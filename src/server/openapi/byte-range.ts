/** A part of a document, its last byte included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * What a Range header asks for of so many bytes; undefined: all of them, which is also the answer to several parts at
 * once. `malformed` and `beyond` cannot be had.
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
