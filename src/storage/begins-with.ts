/** Hand-written: a native compare costs more than comparing a few bytes, and the first byte usually decides. */
export function beginsWith(bytes: Buffer, beginning: Buffer): boolean {
  if (bytes.length < beginning.length) return false;
  for (let index = 0; index < beginning.length; index++) if (bytes[index] !== beginning[index]) return false;
  return true;
}
