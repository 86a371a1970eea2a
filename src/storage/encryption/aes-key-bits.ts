export function aesKeyBits(secret: Buffer): 128 | 192 | 256 {
  switch (secret.length) {
    case 16:
      return 128;
    case 24:
      return 192;
    case 32:
      return 256;
    default:
      throw new RangeError(`an AES key has 16, 24 or 32 bytes, not ${secret.length}`);
  }
}
