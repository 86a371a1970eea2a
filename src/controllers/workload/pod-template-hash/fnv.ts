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

/** 128-bit FNV-1a, as hexadecimal text. The prime is 2^88 + 315. */
export function fnv128a(bytes: Uint8Array): string {
  let [lowest, low, high, highest] = [0x6295c58d, 0x62b82175, 0x07bb0142, 0x6c62272e];
  for (const byte of bytes) {
    lowest = (lowest ^ byte) >>> 0;
    const first = lowest * 315;
    const second = low * 315 + Math.floor(first / 2 ** 32);
    const third = high * 315 + Math.floor(second / 2 ** 32) + ((lowest << 24) >>> 0);
    const fourth = highest * 315 + Math.floor(third / 2 ** 32) + (lowest >>> 8) + ((low << 24) >>> 0);
    [lowest, low, high, highest] = [first, second, third, fourth].map((word) => word % 2 ** 32) as [
      number,
      number,
      number,
      number,
    ];
  }
  return [highest, high, low, lowest].map((word) => word.toString(16).padStart(8, '0')).join('');
}
