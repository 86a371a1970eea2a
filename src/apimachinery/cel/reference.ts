import type { CelType } from './types.js';

/**
 * Base of every CEL value that is an instance of one of our classes. An object that is not one of these is plain JSON
 * (a `JsonObject`, an array) or bytes (a `Uint8Array`).
 */
export abstract class CelReference {
  /** What `type(x)` answers. */
  abstract get type(): CelType;

  /** `==`. The other value may be of any type. */
  equals(other: unknown): boolean {
    return this === other;
  }
}
