/** A direction of a transformation, as metrics name it. */
export type Direction = 'to_storage' | 'from_storage';

/** Called with what encryption does, for metrics. */
export interface EncryptionObserver {
  /** A value of a resource was transformed by the cipher with the prefix. */
  transformed(value: TransformedValue, milliseconds: number): void;
  failed(value: TransformedValue, error: unknown): void;
  /** A key service's key was used for a value. */
  keyUsed(direction: Direction, provider: string, keyId: string): void;
  /** A key service reported its current key. */
  keyReported(provider: string, keyId: string): void;
  /** A key service reported a key whose name is not valid. */
  invalidKeyReported(provider: string, code: 'empty' | 'too_long'): void;
  /** The number of keys in the cache has changed. */
  keysCached(provider: string, count: number): void;
  /** A key had to be decrypted by a key service. */
  keyMissed(): void;
  keyGenerated(milliseconds: number): void;
  /** A key service was called. `error`: undefined if it succeeded. */
  called(provider: string, method: string, outcome: { milliseconds: number; error: unknown }): void;
}

export interface TransformedValue {
  readonly resource: string;
  readonly direction: Direction;
  readonly prefix: string;
}
