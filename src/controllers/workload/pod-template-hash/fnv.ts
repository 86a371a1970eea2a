/** 32-bit FNV-1a. */
export function fnv32a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** 32-bit FNV-1. */
export function fnv32(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash, 0x01000193) ^ byte;
  return hash >>> 0;
}
