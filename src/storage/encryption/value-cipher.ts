/** One key of one provider. What it seals begins with its prefix; it is given nothing to open that does not. */
export interface ValueCipher {
  readonly prefix: Buffer;
  seal(plain: Buffer, context: string): Buffer;
  /** Throws where the value was sealed with another key, or for another context, or is damaged. */
  open(stored: Buffer, context: string): Buffer;
  /** What has to be waited for before a value can be opened; undefined: nothing. Never rejects. */
  prepare?(stored: Buffer): Promise<void> | undefined;
  /** Whether a value that it can open was sealed otherwise than it would be now; never, if absent. */
  isStale?(stored: Buffer): boolean;
}

export function tooShort(): Error {
  return new Error('the stored data was shorter than the required size');
}
