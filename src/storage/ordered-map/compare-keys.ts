/** Compares two keys: negative, zero or positive, as for `Array.sort`. */
export type KeyOrder = (a: string, b: string) => number;

/** Equals byte order for keys without surrogates, and is much cheaper there. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The order of the keys' UTF-8 bytes, which is what etcd and LMDB sort by. It differs from the order of JavaScript
 * strings only where a surrogate meets a code unit above the surrogates: those encode to fewer bytes, yet sort lower.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}

const surrogate = /[\ud800-\udfff]/;

export function hasSurrogates(key: string): boolean {
  return surrogate.test(key);
}
