/** One key of one provider. Sealed values start with its prefix; the caller passes only such values to `open`. */
export interface ValueCipher {
  readonly prefix: Buffer;
  seal(plain: Buffer, context: string): Buffer;
  /** Throws if the value was sealed with another key or for another context, or is damaged. */
  open(stored: Buffer, context: string): Buffer;
  /** Returns what must be awaited before a value can be opened; undefined: nothing. Never rejects. */
  prepare?(stored: Buffer): Promise<void> | undefined;
  /** Whether a value that it can open would be sealed differently now. Unset: never. */
  isStale?(stored: Buffer): boolean;
  /** How often the key for new values has changed. Unset: it never does. */
  readonly keyChanges?: number;
}

export function notAuthentic(): Error {
  return new Error('cipher: message authentication failed');
}

export function tooShort(): Error {
  return new Error('the stored data was shorter than the required size');
}
