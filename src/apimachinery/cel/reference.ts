import type { CelType } from './types.js';

/**
 * Base class of the CEL values that are instances of our classes. Any other object is plain JSON (a `JsonObject`, an
 * array) or bytes (a `Uint8Array`).
 */
export abstract class CelReference {
  /** The result of `type(x)`. */
  abstract get type(): CelType;

  /** `==`. The other value may be of any type. */
  equals(other: unknown): boolean {
    return this === other;
  }
}
